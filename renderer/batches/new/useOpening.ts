import { useCallback, useEffect, useRef, useState } from 'react';
import type { DecimalSign } from '../../../contract/batches/fault.ts';
import type {
  ColumnMapping,
  SheetOpening,
  SheetSource,
  TablePlace,
} from '../../../contract/batches/sheet.ts';
import type { MethodRule } from '../../../contract/batches/source.ts';
import { isStopped } from '../../call-error.ts';
import { loadAhead } from '../../kit/layout/lazy-screens.ts';
import { useGoOn } from '../../kit/useGoOn.ts';
import { openSheet } from '../../queries/sheets.ts';
import { keepImport, type Readable } from './last-imports.ts';

/** The questions that may precede the rows of a file. */
export type Question = Exclude<SheetOpening, { kind: 'opened' }>;

type Answers = Partial<Pick<Readable, 'columns' | 'decimalSign'>> & {
  readonly place?: TablePlace;
  readonly isAsking?: boolean;
};

export type Opening = {
  readonly profileName: string | null;
  readonly isReading: boolean;
  readonly question: Question | null;
  /** The error, and its source. */
  readonly fault: unknown;
  readonly sourceName: string;
  /** Whether the source is a file, in which the table may be elsewhere. */
  readonly isFile: boolean;
  open(source: SheetSource, sourceName: string): void;
  answerColumns(columns: ColumnMapping): void;
  /** Shows the columns of another worksheet, or below another row. */
  answerPlace(place: TablePlace): void;
  answerDecimalSign(decimalSign: DecimalSign): void;
  answerMethods(methodRules: MethodRule[]): void;
  stop(): void;
  dismiss(): void;
};

/** Opens a sheet from a source, asks its open questions, and goes to the sheet, after `onOpened`. */
export function useOpening(profileName: string | null, onOpened?: () => void): Opening {
  const goOn = useGoOn();
  const [isReading, setReading] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const [sourceName, setSourceName] = useState('');
  const source = useRef<SheetSource | null>(null);
  const control = useRef<AbortController | null>(null);
  const opened = useRef(onOpened);
  opened.current = onOpened;

  const abort = useCallback(() => {
    control.current?.abort();
    control.current = null;
  }, []);
  // A person who leaves would be brought back by the rows, and never see a question about them.
  useEffect(() => abort, [abort]);

  const open = useCallback(
    async (wanted: SheetSource, name: string) => {
      control.current?.abort();
      const mine = new AbortController();
      control.current = mine;
      source.current = wanted;
      setReading(true);
      setQuestion(null);
      setFault(null);
      loadAhead('sheets/:sheetId');
      try {
        const opening = await openSheet(wanted, profileName, mine.signal);
        if (control.current !== mine) return;
        if (opening.kind === 'opened') {
          keepImport(opening, wanted, name);
          opened.current?.();
          // It is still reading until the screen of the rows is there: a second press would open them twice.
          goOn(`/sheets/${opening.sheet.sheetId}`);
        } else {
          setQuestion(opening);
          setReading(false);
        }
      } catch (thrown) {
        if (control.current !== mine) return;
        if (!isStopped(thrown)) setFault(thrown);
        setReading(false);
      }
    },
    [goOn, profileName],
  );

  const again = ({ place, isAsking, ...answers }: Answers) => {
    const sofar = source.current;
    if (sofar?.kind === 'clipboard') void open({ ...sofar, ...answers }, sourceName);
    if (sofar?.kind === 'file')
      void open(
        { ...sofar, ...answers, place: place ?? sofar.place, isAsking: isAsking ?? sofar.isAsking },
        sourceName,
      );
  };

  return {
    profileName,
    isReading,
    question,
    fault,
    sourceName,
    isFile: source.current?.kind === 'file',
    open: (wanted, name) => {
      setSourceName(name);
      void open(wanted, name);
    },
    answerColumns: (columns) => again({ columns, isAsking: false }),
    answerPlace: (place) => again({ columns: null, place, isAsking: true }),
    answerDecimalSign: (decimalSign) => again({ decimalSign }),
    answerMethods: (methodRules) => {
      if (source.current?.kind === 'file') void open({ ...source.current, methodRules }, sourceName);
    },
    stop: () => {
      abort();
      setReading(false);
    },
    dismiss: () => setQuestion(null),
  };
}
