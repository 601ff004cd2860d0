import { useEffect, useRef, useState } from 'react';
import { SearchField } from './SearchField.tsx';

/** How long a person may pause while typing before the search goes on. */
const typingMs = 200;

type PausedSearchProps = {
  readonly value: string;
  readonly onSearch: (text: string) => void;
  readonly label: string;
  readonly width?: number;
};

/** The screen that the address names, without what is open on it and its filters. */
const screenNow = (): string => location.hash.split(/[/?]/, 2)[1] ?? '';

/** Shows what is typed at once, and searches when the typing pauses. */
export function PausedSearch({ value, onSearch, label, width = 390 }: PausedSearchProps) {
  const [typed, setTyped] = useState(value);
  const searched = useRef(value);
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  useEffect(() => {
    // The address changed by other means than typing: Back, a saved view, a chip.
    if (value !== searched.current) setTyped(value);
    searched.current = value;
  }, [value]);
  useEffect(() => {
    const text = typed.trim();
    if (text === searched.current) return undefined;
    const typedOn = screenNow();
    const timer = setTimeout(() => {
      // Another screen is on its way and this one only waits for its code: a search would lead back here.
      if (screenNow() !== typedOn) return;
      searched.current = text;
      latest.current(text);
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return <SearchField value={typed} onChange={setTyped} label={label} width={width} />;
}
