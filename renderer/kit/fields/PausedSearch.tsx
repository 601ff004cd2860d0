import { useEffect, useState } from 'react';
import { screenNow } from '../useAddressView.ts';
import { SearchField, type SearchFieldProps } from './SearchField.tsx';
import { useReported } from './useReported.ts';

/** The pause in typing before the search runs. */
const typingMs = 200;

type PausedSearchProps = Omit<SearchFieldProps, 'onChange'> & {
  readonly onSearch: (text: string) => void;
};

/** Shows typed text at once, and searches when typing pauses. */
export function PausedSearch({ value, onSearch, ...field }: PausedSearchProps) {
  const [typed, setTyped] = useState(value);
  const report = useReported(value, onSearch, setTyped);
  useEffect(() => {
    const typedOn = screenNow();
    const timer = setTimeout(() => {
      // Another screen is loading and this one is still shown: a search would return here.
      if (screenNow() === typedOn) report(typed.trim());
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed, report]);
  return <SearchField width={390} {...field} value={typed} onChange={setTyped} />;
}
