import { payoutColumns, type PayoutColumn } from '../../../contract/batches/sheet.ts';

/** How one column of the sheet is shown. Widths are pixels. */
export type SheetColumn = {
  readonly key: PayoutColumn;
  readonly title: string;
  readonly width: number;
  readonly isNumeric: boolean;
  readonly isMonospaced: boolean;
};

/** Width of the column of row numbers, which stays in view, in pixels. */
export const rowNumberWidth = 68;

const looks: Record<PayoutColumn, Omit<SheetColumn, 'key'>> = {
  amount: { title: 'Amount', width: 132, isNumeric: true, isMonospaced: false },
  currencyCode: { title: 'Currency', width: 96, isNumeric: false, isMonospaced: false },
  paymentMethodCode: { title: 'Method', width: 140, isNumeric: false, isMonospaced: false },
  accountName: { title: 'Name', width: 220, isNumeric: false, isMonospaced: false },
  accountNumber: { title: 'Account', width: 250, isNumeric: false, isMonospaced: true },
  paymentOperatorCode: { title: 'Operator', width: 130, isNumeric: false, isMonospaced: false },
  emailAddress: { title: 'E-mail', width: 210, isNumeric: false, isMonospaced: false },
  idPayout: { title: 'Order ID', width: 170, isNumeric: false, isMonospaced: true },
  reference: { title: 'Reference', width: 200, isNumeric: false, isMonospaced: false },
};

/** The columns of the sheet, from left to right. */
export const sheetColumns: readonly SheetColumn[] = payoutColumns.map((key) => ({ key, ...looks[key] }));

/** Where each column begins, in pixels from the left edge of the sheet. */
export const columnStarts: readonly number[] = sheetColumns.map((_, index) =>
  sheetColumns.slice(0, index).reduce((sum, column) => sum + column.width, rowNumberWidth),
);

/** Width of the whole sheet in pixels. */
export const sheetWidth = sheetColumns.reduce((sum, column) => sum + column.width, rowNumberWidth);

/** What a person calls a column. */
export const titleOfColumn = (key: PayoutColumn): string => looks[key].title;

/** Columns without which no payout can be made. */
export const neededColumns: readonly PayoutColumn[] = ['amount', 'currencyCode', 'paymentMethodCode'];
