import type { SheetStore } from '../../core/ports/index.ts';
import { sumOf, type Context } from '../context.ts';
import { clearSheetMethods } from './clear-sheets.ts';
import { setAsideMethods } from './set-aside.ts';
import { stepMethods } from './sheet-steps.ts';
import { sheetMethods } from './sheets.ts';

/** Implements SheetStore. */
export function sheetStore(context: Context): SheetStore {
  return sumOf([
    sheetMethods(context),
    stepMethods(context),
    setAsideMethods(context),
    clearSheetMethods(context),
  ]);
}
