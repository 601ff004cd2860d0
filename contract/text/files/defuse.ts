/**
 * Where a spreadsheet may see the beginning of a formula; including full-width forms, because some programs fold them. Also behind a semicolon
 * or a line break: a spreadsheet whose list separator is the semicolon splits there even within quotation marks, unless they begin the
 * line. A text that has an apostrophe there gets another one, so that its own is not taken for the sign.
 */
const formulaStarts = /(?<=^|[;\r\n])(?='*[=+\-@＝＋－＠])|^(?='*[\t\r\n])/g;
const signs = /(?<=^|[;\r\n])'(?='*[=+\-@＝＋－＠])|^'(?='*[\t\r\n])/g;
const plainNumber = /^[+-]?\d+(?:\.\d+)?$/;

/** A cell that no spreadsheet runs: a formula gets an apostrophe before it, numbers stay numbers. */
export function defuse(cell: string): string {
  return plainNumber.test(cell) ? cell : cell.replace(formulaStarts, "'");
}

/** The original of a defused cell: each apostrophe is a sign for the spreadsheet, and not part of an account or a name. */
export function undefused(cell: string): string {
  if (!cell.includes("'")) return cell;
  const original = cell.replace(signs, '');
  return defuse(original) === cell ? original : cell;
}
