import { columnLabel } from '../../../contract/text/columns.ts';
import { payoutColumns, type PayoutColumn } from '../../../contract/batches/sheet.ts';

/** How one column of the sheet is shown. Widths are pixels. */
type SheetColumn = {
  readonly key: PayoutColumn;
  readonly title: string;
  readonly width: number;
  readonly isNumeric: boolean;
  readonly isMonospaced: boolean;
};

/** Width of the column of row numbers, which stays in view, in pixels. */
export const rowNumberWidth = 68;

const looks: Record<PayoutColumn, Omit<SheetColumn, 'key' | 'title'>> = {
  amount: { width: 132, isNumeric: true, isMonospaced: false },
  currencyCode: { width: 96, isNumeric: false, isMonospaced: false },
  paymentMethodCode: { width: 140, isNumeric: false, isMonospaced: false },
  accountName: { width: 220, isNumeric: false, isMonospaced: false },
  accountNumber: { width: 250, isNumeric: false, isMonospaced: true },
  paymentOperatorCode: { width: 130, isNumeric: false, isMonospaced: false },
  emailAddress: { width: 210, isNumeric: false, isMonospaced: false },
  idPayout: { width: 170, isNumeric: false, isMonospaced: true },
  reference: { width: 200, isNumeric: false, isMonospaced: false },
};

/** The columns of the sheet, from left to right. */
export const sheetColumns: readonly SheetColumn[] = payoutColumns.map((key) => ({
  key,
  title: columnLabel(key),
  ...looks[key],
}));

/** Where each column begins, in pixels from the left edge of the sheet. */
export const columnStarts: readonly number[] = sheetColumns.map((_, index) =>
  sheetColumns.slice(0, index).reduce((sum, column) => sum + column.width, rowNumberWidth),
);

/** Width of the whole sheet in pixels. */
export const sheetWidth = sheetColumns.reduce((sum, column) => sum + column.width, rowNumberWidth);

/** Columns without which no payout can be made. */
export const neededColumns: readonly PayoutColumn[] = ['amount', 'currencyCode', 'paymentMethodCode'];
