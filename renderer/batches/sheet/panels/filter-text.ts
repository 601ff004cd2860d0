import type { PayoutColumn } from '../../../../contract/batches/sheet.ts';
import type { ColumnFilter } from '../../../../contract/batches/sheet-change.ts';
import { columnLabel } from '../../../../contract/text/columns.ts';

export type Condition = ColumnFilter['kind'];

export const conditionLabels: Record<Condition, string> = {
  contains: 'contains',
  is: 'is exactly',
  isEmpty: 'is empty',
  isFilled: 'is not empty',
  atLeast: 'is at least',
  atMost: 'is at most',
};

/** The filter that a person entered; null while something is missing. */
export function filterOf(column: PayoutColumn, kind: Condition, text: string): ColumnFilter | null {
  switch (kind) {
    case 'isEmpty':
    case 'isFilled':
      return { kind, column };
    case 'contains':
    case 'is':
      return text === '' ? null : { kind, column, text };
    case 'atLeast':
    case 'atMost':
      return text.trim() === '' || column !== 'amount' ? null : { kind, column, amount: text.trim() };
  }
}

/** A filter in words: `Currency is exactly EUR`. */
export function filterText(filter: ColumnFilter): string {
  const begin = `${columnLabel(filter.column)} ${conditionLabels[filter.kind]}`;
  if ('text' in filter) return `${begin} “${filter.text}”`;
  return 'amount' in filter ? `${begin} ${filter.amount}` : begin;
}
