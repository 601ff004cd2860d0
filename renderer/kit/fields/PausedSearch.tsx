import { useEffect, useRef, useState } from 'react';
import { SearchField } from './SearchField.tsx';

/** The pause in typing before the search runs. */
const typingMs = 200;

type PausedSearchProps = {
  readonly value: string;
  readonly onSearch: (text: string) => void;
  readonly label: string;
  readonly width?: number;
};

/** The screen in the address, without the open details and filters. */
const screenNow = (): string => location.hash.split(/[/?]/, 2)[1] ?? '';

/** Shows typed text at once, and searches when typing pauses. */
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
      // Another screen is loading and this one is still shown: a search would return here.
      if (screenNow() !== typedOn) return;
      searched.current = text;
      latest.current(text);
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return <SearchField value={typed} onChange={setTyped} label={label} width={width} />;
}
