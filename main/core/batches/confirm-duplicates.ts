import {
  duplicateText,
  foundTexts,
  releasedBeforeText,
  type DuplicateConfirmation,
} from '../../../contract/batches/duplicates.ts';
import { fail, type Result } from '../../../contract/result.ts';
import type { Clock, ConfirmedDuplicates } from '../ports/index.ts';
import type { DuplicateCheck, Finding } from './duplicates.ts';
import { slicesOf } from '../payments/pages.ts';

/** Findings that are gathered at once: takes a few milliseconds. */
const findingsAtOnce = 5000;

/** The refusal of a release that may be paid already; null if there are no duplicates, or a person has confirmed all of them. */
export function holdDuplicates(
  batchId: string,
  { duplicates, findings }: DuplicateCheck,
  confirmed: DuplicateConfirmation | null,
): Result<never> | null {
  const { sameFileAs, rows, hasMore, findingsHash } = duplicates;
  if (sameFileAs === null && findings.length === 0) return null;
  const isOfThese = confirmed?.findingsHash === findingsHash;
  if (confirmed !== null && isOfThese && coversAll(confirmed, duplicates, findings)) return null;
  const problems = rows.map((row) => ({
    field: `row ${row.rowNumber}`,
    value: row.idPayout,
    code: row.level === 'exact' ? 'duplicate' : 'possibleDuplicate',
    message: duplicateText(row, batchId),
  }));
  const found = [
    ...(sameFileAs === null
      ? []
      : [`${releasedBeforeText(sameFileAs)}, as batch ${sameFileAs.batchId} of ${sameFileAs.profileName}`]),
    ...foundTexts(duplicates),
  ].join(', ');
  const next =
    confirmed === null
      ? sameFileAs === null
        ? 'Confirm each of them with a reason, or remove the rows.'
        : 'If that batch is unfinished, resume it. To pay all of it again, confirm with a reason.'
      : isOfThese
        ? 'Some of them are not confirmed.'
        : 'The duplicates differ from those confirmed. Review them again.';
  return fail('duplicateHeld', `Held: ${found}. Nothing was released. ${next}`, {
    batchId,
    problems,
    ...(hasMore ? { problemsLeftOut: findings.length - rows.length } : {}),
  });
}

function coversAll(
  confirmed: DuplicateConfirmation,
  { sameFileAs }: DuplicateCheck['duplicates'],
  findings: readonly Finding[],
): boolean {
  if ('all' in confirmed) return true;
  const rows = new Set(confirmed.rows.map(({ rowNumber }) => rowNumber));
  return (sameFileAs === null || rows.has(null)) && findings.every(({ rowNumber }) => rows.has(rowNumber));
}

/** What a person confirmed, for the audit log: the rows, with level, kind and reason. Null if nothing was found. */
export async function confirmedDuplicates(
  clock: Pick<Clock, 'turn'>,
  { duplicates, findings }: DuplicateCheck,
  confirmed: DuplicateConfirmation | null,
): Promise<ConfirmedDuplicates | null> {
  if (confirmed === null || (duplicates.sameFileAs === null && findings.length === 0)) return null;
  const reasons = new Map('all' in confirmed ? [] : confirmed.rows.map((row) => [row.rowNumber, row.reason]));
  const reasonOf = (rowNumber: number | null): string =>
    'all' in confirmed ? confirmed.reason : (reasons.get(rowNumber) ?? '');
  const groups = new Map<string, Group>();
  for await (const some of slicesOf(clock, findings, findingsAtOnce))
    for (const { rowNumber, level, kind } of some) {
      const reason = reasonOf(rowNumber);
      const key = `${level} ${kind} ${reason}`;
      const group = groups.get(key) ?? { level, kind, reason, rows: [] };
      addRow(group.rows, rowNumber);
      groups.set(key, group);
    }
  const { sameFileAs, findingsHash } = duplicates;
  return {
    findingsHash,
    sameFileAs: sameFileAs === null ? null : { batchId: sameFileAs.batchId, reason: reasonOf(null) },
    rows: Array.from(groups.values(), ({ rows, ...group }) => ({
      ...group,
      rows: rows.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(','),
    })),
  };
}

type Group = Omit<ConfirmedDuplicates['rows'][number], 'rows'> & {
  readonly rows: [first: number, last: number][];
};

function addRow(rows: Group['rows'], rowNumber: number): void {
  const last = rows.at(-1);
  if (last?.[1] === rowNumber - 1) last[1] = rowNumber;
  else rows.push([rowNumber, rowNumber]);
}
