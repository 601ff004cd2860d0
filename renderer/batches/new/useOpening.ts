import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type {
  ColumnMapping,
  DecimalSign,
  SheetOpening,
  SheetSource,
} from '../../../contract/batches/sheet.ts';
import { isStopped } from '../../call-error.ts';
import { openSheet } from '../../queries/sheets.ts';
import { useToast } from '../../kit/messages/useToast.tsx';

/** What may be asked for before the rows of a file can be shown. */
export type Question = Exclude<SheetOpening, { kind: 'opened' }>;

/** A source whose answer may need to be asked for: a file or cells from the clipboard. */
type Readable = Extract<SheetSource, { kind: 'file' | 'clipboard' }>;

type Opening = {
  readonly isReading: boolean;
  readonly question: Question | null;
  /** What went wrong, and for which source. */
  readonly fault: unknown;
  readonly sourceName: string;
  open(source: SheetSource, sourceName: string): void;
  answerColumns(columns: ColumnMapping): void;
  answerDecimalSign(decimalSign: DecimalSign): void;
  stop(): void;
  dismiss(): void;
};

/** Opens a sheet from a source, asks what the source leaves open, and goes to the sheet. */
export function useOpening(profileName: string | null): Opening {
  const navigate = useNavigate();
  const toast = useToast();
  const [isReading, setReading] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const [sourceName, setSourceName] = useState('');
  const source = useRef<SheetSource | null>(null);
  const control = useRef<AbortController | null>(null);

  const open = useCallback(
    async (wanted: SheetSource) => {
      control.current?.abort();
      const mine = new AbortController();
      control.current = mine;
      source.current = wanted;
      setReading(true);
      setQuestion(null);
      setFault(null);
      try {
        const opening = await openSheet(wanted, profileName, mine.signal);
        if (control.current !== mine) return;
        if (opening.kind !== 'opened') setQuestion(opening);
        else {
          for (const note of opening.notes) toast.say(note);
          void navigate(`/sheets/${opening.sheet.sheetId}`);
        }
      } catch (thrown) {
        if (control.current === mine && !isStopped(thrown)) setFault(thrown);
      } finally {
        if (control.current === mine) setReading(false);
      }
    },
    [navigate, profileName, toast],
  );

  const again = (change: Partial<Pick<Readable, 'columns' | 'decimalSign'>>) => {
    const sofar = source.current;
    if (sofar?.kind === 'file' || sofar?.kind === 'clipboard') void open({ ...sofar, ...change });
  };

  return {
    isReading,
    question,
    fault,
    sourceName,
    open: (wanted, name) => {
      setSourceName(name);
      void open(wanted);
    },
    answerColumns: (columns) => again({ columns }),
    answerDecimalSign: (decimalSign) => again({ decimalSign }),
    stop: () => {
      control.current?.abort();
      control.current = null;
      setReading(false);
    },
    dismiss: () => setQuestion(null),
  };
}
