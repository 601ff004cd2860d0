import type { PayoutColumn, SheetCells } from '../../../contract/sheet.ts';
import type { PaymentOption } from '../../../contract/treasury.ts';
import { useOptions } from './queries.ts';

/** A code that the gateway offers, with the name that it gave it. */
export type OfferedOption = { readonly code: string; readonly name: string | null };

export type Offer = {
  readonly options: readonly OfferedOption[];
  readonly isReading: boolean;
  /** Why nothing is offered, in a sentence; null where there is something. */
  readonly note: string | null;
};

/** What the gateway offers for a cell of this column, given the money of its row; null for columns without options. */
export function useOfferedOptions(
  column: PayoutColumn | null,
  cells: SheetCells,
  profileName: string,
): Offer | null {
  const isOffered = column === 'paymentMethodCode' || column === 'paymentOperatorCode';
  const answer = useOptions(profileName, isOffered ? cells.amount : '', cells.currencyCode);
  if (!isOffered) return null;
  const all = answer.data?.options ?? [];
  const options = column === 'paymentMethodCode' ? methodsOf(all) : operatorsOf(all, cells.paymentMethodCode);
  const note =
    answer.fetchStatus === 'idle' && answer.data === undefined && answer.error === null
      ? 'With an amount and a currency in the row, Bursar offers what the gateway has.'
      : answer.error !== null
        ? 'The gateway cannot be asked now. Type the code; Check looks it up later.'
        : answer.data !== undefined && options.length === 0
          ? nothingOffered(column, cells)
          : null;
  return { options, isReading: answer.isFetching, note };
}

function methodsOf(options: readonly PaymentOption[]): OfferedOption[] {
  return options.map(({ paymentMethodCode, name }) => ({ code: paymentMethodCode, name }));
}

function operatorsOf(options: readonly PaymentOption[], paymentMethodCode: string): OfferedOption[] {
  const operators = options.find((option) => option.paymentMethodCode === paymentMethodCode)?.operators ?? [];
  return operators.map(({ paymentOperatorCode, name }) => ({ code: paymentOperatorCode, name }));
}

function nothingOffered(column: PayoutColumn, cells: SheetCells): string {
  const money = `${cells.amount} ${cells.currencyCode}`;
  if (column === 'paymentMethodCode') return `The gateway offers no method for ${money}.`;
  return cells.paymentMethodCode === ''
    ? 'Choose the method first.'
    : `${cells.paymentMethodCode} needs no operator for ${money}.`;
}

/** The options that what was typed fits, those that begin with it first. */
export function optionsFor(options: readonly OfferedOption[], typed: string): OfferedOption[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return [...options];
  const begins = ({ code }: OfferedOption) => code.toLowerCase().startsWith(wanted);
  const holds = ({ code, name }: OfferedOption) =>
    code.toLowerCase().includes(wanted) || (name ?? '').toLowerCase().includes(wanted);
  return [...options.filter(begins), ...options.filter((option) => !begins(option) && holds(option))];
}
