import type { Check } from '../../../../contract/maintenance/check.ts';
import { checkLine } from '../../../../contract/text/maintenance/check-text.ts';
import { withKeyFileAdvice } from '../failures.ts';
import type { Output } from './output.ts';

/** Prints the steps of a check, each with its result; returns whether all of them passed. */
export function printChecks(output: Output, checks: readonly Check[]): boolean {
  const lines = checks.map((check) => ({ ...checkLine(advised(check)), code: check.code }));
  output.json(lines);
  for (const { name, isFine, found } of lines) output.print(`${isFine ? 'ok  ' : 'FAIL'}  ${name}: ${found}`);
  return lines.every(({ isFine }) => isFine);
}

function advised(check: Check): Check {
  return check.code === 'key' && check.error !== null
    ? { ...check, error: withKeyFileAdvice(check.error) }
    : check;
}
