import type { SetAside } from '../batches/set-aside.ts';
import type { SheetStep } from '../batches/sheet.ts';
import { counted, countText } from './numbers.ts';

/** A step of editing a sheet, as it follows "Undo:". */
export function sheetStepText(step: SheetStep): string {
  switch (step.code) {
    case 'changedRow':
      return `change of row ${countText(step.rowNumber)}`;
    case 'changed':
      return `change of ${counted(step.rows, 'row')}`;
    case 'changedAndAdded':
      return `change of ${counted(step.rows, 'row')}, adding ${counted(step.added, 'row')}`;
    case 'filled':
      return `filling ${counted(step.rows, 'row')}`;
    case 'replaced':
      return `replacing in ${counted(step.rows, 'row')}`;
    case 'suggestionsUsed':
      return `using suggestions in ${counted(step.rows, 'row')}`;
    case 'added':
      return `adding ${counted(step.rows, 'row')}`;
    case 'copied':
      return `duplicating ${counted(step.rows, 'row')}`;
    case 'removed':
      return `removing ${counted(step.rows, 'row')}`;
    case 'setAside':
      return `setting aside ${counted(step.rows, 'row')}`;
    case 'other':
      return step.text;
  }
}

/** Rows that were set aside from a batch, for a new one that repeats it; what they are now follows. */
export function leftOutText(rows: number, batchName: string): string {
  return `${counted(rows, 'row')} set aside from ${batchName} ${rows === 1 ? 'is' : 'are'} not in the new batch:`;
}

/** Rows that were set aside from a batch or to it, for a paper that has no links. */
export function setAsideText({ rows, from, to }: SetAside, batchId: string): string {
  return from.batchId === batchId
    ? `${counted(rows, 'row was', 'rows were')} set aside and ${rows === 1 ? 'is' : 'are'} not in this batch: ${placeText(to)}.`
    : `This batch began with ${counted(rows, 'row')} set aside from ${placeText(from)}.`;
}

function placeText({ name, sheetId, batchId }: SetAside['from']): string {
  if (sheetId !== null) return `sheet “${name}”, not released`;
  return batchId === null ? `“${name}”, discarded` : `batch ${batchId}, “${name}”`;
}
