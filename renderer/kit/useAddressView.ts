import { useMemo } from 'react';
import { parsePath, useSearchParams } from 'react-router';

/** Changes what the address says. While a person types, or the choice is no step of its own on the way Back, the entry is replaced. */
export type ChangeView<View> = (change: (now: View) => View, isReplacing?: boolean) => void;

/**
 * What a screen shows, kept in its address. A change is applied to the newest address and not to the one that was drawn, so that two
 * changes within one drawing both count. `read` and `write` must not change from one drawing to the next.
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

/** The router writes the address at once and draws it later. */
function newestAddress(): URLSearchParams {
  return new URLSearchParams(parsePath(location.hash.slice(1)).search);
}
