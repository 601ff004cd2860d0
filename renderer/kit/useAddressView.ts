import { useMemo } from 'react';
import { parsePath, useSearchParams } from 'react-router';

/** Changes the address. While a person types, or if the choice should not be a step for Back, the history entry is replaced. */
export type ChangeView<View> = (change: (now: View) => View, isReplacing?: boolean) => void;

/**
 * The state of a screen, kept in its address. A change applies to the newest address, not to the rendered one, so that two
 * changes within one render both count. `read` and `write` must be stable between renders.
 */
export function useAddressView<View>(
  read: (address: URLSearchParams) => View,
  write: (view: View) => URLSearchParams,
  /** Parameters of the address that are not part of the view and stay. */
  kept: readonly string[] = [],
): readonly [View, ChangeView<View>] {
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => read(address), [address, read]);
  const change: ChangeView<View> = (next, isReplacing = false) => {
    const now = newestAddress();
    const written = write(next(read(now)));
    for (const name of kept) {
      const value = now.get(name);
      if (value !== null) written.set(name, value);
    }
    setAddress(written, { replace: isReplacing });
  };
  return [view, change];
}

/** The router changes the address at once and renders it later. */
function newestAddress(): URLSearchParams {
  return new URLSearchParams(parsePath(location.hash.slice(1)).search);
}
