import { fail, type Failure } from '../../../contract/result.ts';
import type { CoreContext } from './context.ts';
import type { AboutLine } from '../ports/index.ts';

/** What an export contains, for the sheet that describes it: its conditions, of which null is not set, when it was written, and its rows. */
export function aboutLines(
  conditions: readonly (readonly [name: string, value: string | null, kind?: AboutLine[2]])[],
  at: number,
  rows: number,
): AboutLine[] {
  const set = conditions.flatMap(([name, value, kind]): AboutLine[] => {
    if (value === null) return [];
    return [kind === undefined ? [name, value] : [name, value, kind]];
  });
  return [
    ...(set.length === 0 ? [['Filter', 'none'] as const] : set),
    ['Exported at (UTC)', new Date(at).toISOString(), 'time'],
    ['Rows', String(rows), 'count'],
  ];
}

/** The failure of an export that a person stopped. */
export function exportStopped(): Failure {
  return fail('stopped', 'The export was stopped. No file was written.');
}

/** Rows between two progress reports: every page draws each of them. */
const rowsPerReport = 2000;

/** Reports the progress of an operation on rows; skips most calls, because the last report is too recent. */
export function rowProgress(
  emit: CoreContext['emit'],
  id: string,
): (done: number, total: number | null) => void {
  let reported = 0;
  return (done, total) => {
    if (done - reported < rowsPerReport && done !== total) return;
    reported = done;
    emit({ kind: 'progress', id, done, total });
  };
}
