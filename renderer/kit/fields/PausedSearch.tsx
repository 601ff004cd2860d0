import { useEffect, useRef, useState } from 'react';
import { SearchField, type SearchFieldProps } from './SearchField.tsx';

/** The pause in typing before the search runs. */
const typingMs = 200;

type PausedSearchProps = Omit<SearchFieldProps, 'onChange'> & {
  readonly onSearch: (text: string) => void;
};

/** The screen in the address, without the open details and filters. */
const screenNow = (): string => location.hash.split(/[/?]/, 2)[1] ?? '';

/** Shows typed text at once, and searches when typing pauses. */
export function PausedSearch({ value, onSearch, ...field }: PausedSearchProps) {
  const [typed, setTyped] = useState(value);
  const searched = useRef(value);
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  useEffect(() => {
    // It changed by other means than typing: Back, a saved view, a chip, a row that was added to all rows.
    if (value !== searched.current) setTyped(value);
    searched.current = value;
  }, [value]);
  useEffect(() => {
    const text = typed.trim();
    if (text === searched.current) return undefined;
    const typedOn = screenNow();
    const timer = setTimeout(() => {
      // Another screen is loading and this one is still shown: a search would return here.
      if (screenNow() !== typedOn) return;
      searched.current = text;
      latest.current(text);
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return <SearchField width={390} {...field} value={typed} onChange={setTyped} />;
}
