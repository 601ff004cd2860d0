import { useCallback, useEffect, useRef } from 'react';

/**
 * For a field that reports what is typed to the address of its screen, from which its value comes back a moment later, possibly after
 * more was typed and reported. Returns the function that reports a value, once. `onOther` gets each value that was not reported here,
 * such as the one that Back leads to.
 */
export function useReported<Value>(
  value: Value,
  onReport: (value: Value) => void,
  onOther: (value: Value) => void,
): (value: Value) => void {
  const calls = useRef({ onReport, onOther });
  useEffect(() => {
    calls.current = { onReport, onOther };
  });
  /** The value that came last, and those reported since. */
  const underway = useRef<readonly Value[]>([value]);
  useEffect(() => {
    const at = underway.current.lastIndexOf(value);
    underway.current = at === -1 ? [value] : underway.current.slice(at);
    if (at === -1) calls.current.onOther(value);
  }, [value]);
  return useCallback((reported) => {
    if (reported === underway.current.at(-1)) return;
    underway.current = [...underway.current, reported];
    calls.current.onReport(reported);
  }, []);
}
