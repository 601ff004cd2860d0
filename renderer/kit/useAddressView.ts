import { useMemo } from 'react';
import { parsePath, useLocation, useNavigate, useSearchParams } from 'react-router';

/** The screen in the address, without the open details and filters; the router may not have rendered it yet. */
export const screenNow = (): string => location.hash.split(/[/?]/, 2)[1] ?? '';

/** Changes the address. While a person types, or if the choice should not be a step for Back, the history entry is replaced. */
export type ChangeView<View> = (change: (now: View) => View, isReplacing?: boolean) => void;

/**
 * The state of a screen, kept in its address. A change applies to the newest address, not to the rendered one, so that two
 * changes within one render both count, and details that are being opened stay open. `read` and `write` must be stable between renders.
 */
export function useAddressView<View>(
  read: (address: URLSearchParams) => View,
  write: (view: View) => URLSearchParams,
  /** Parameters of the address that are not part of the view and stay. */
  kept: readonly string[] = [],
): readonly [View, ChangeView<View>] {
  const [address] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => read(address), [address, read]);
  const change: ChangeView<View> = (next, isReplacing = false) => {
    // The router changes the address at once and renders it later.
    const newest = parsePath(location.hash.slice(1));
    const now = new URLSearchParams(newest.search);
    const written = write(next(read(now)));
    for (const name of kept) {
      const value = now.get(name);
      if (value !== null) written.set(name, value);
    }
    // Another screen may be loading, and this one is still shown: then this one stays.
    const isHere = screenNow() === pathname.split('/', 2)[1];
    const place = { pathname: isHere ? (newest.pathname ?? pathname) : pathname, search: String(written) };
    void navigate(place, { replace: isReplacing });
  };
  return [view, change];
}
