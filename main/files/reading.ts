export { readPayoutRows } from './read-payout-rows.ts';
export { readClipboard, readSheet } from './read-sheet.ts';
