import type { BatchSummary } from '../../../contract/batches/batch.ts';
import {
  endedWithText,
  inCommonText,
  payeeText,
  releasedBeforeText,
  type DuplicateConfirmation,
  type Duplicates,
} from '../../../contract/batches/duplicates.ts';
import type { PayeeFindings } from '../../../contract/payees/findings.ts';
import { amountIn, countText, shortened } from '../../../contract/text/numbers.ts';
import { oneLine } from '../../../contract/text/one-line.ts';
import { stateText } from '../../../contract/text/states.ts';
import { textOption, type CommandContext, type OptionKind, type Session } from './command.ts';
import type { createConfirm } from './terminal/confirm.ts';
import { CommandFailed, wrongUsage } from './failures.ts';
import { errorJson, table } from './terminal/output.ts';
import { reportJson } from './report.ts';

/** Options that confirm duplicates at a release; `--again` is from versions that required no reason. */
export const confirmDuplicatesOptions = {
  again: 'flag',
  'confirm-duplicates': 'text',
} as const satisfies Readonly<Record<string, OptionKind>>;
export const confirmDuplicatesUsage = '[--confirm-duplicates REASON]';

const listedInText = 50;
const shownWarnings = 10;
const longestWarning = 300;

/** Releases a draft, or schedules its release for `at`; null if unconfirmed duplicates hold it, which it reports. */
export async function releaseDraft(
  { output, options }: CommandContext,
  session: Session,
  { batchId, rowsHash }: BatchSummary,
  confirm: ReturnType<typeof createConfirm>,
  at: string | null = null,
): Promise<BatchSummary | null> {
  const reason = reasonOf(options);
  let confirmed: DuplicateConfirmation | null = null;
  if (reason !== null) {
    const found = await session.call('batches.duplicates', { batchId });
    const text = duplicatesText(found, batchId);
    if (text !== '') output.remark(text);
    confirmed = { findingsHash: found.findingsHash, all: true, reason };
  }
  try {
    return await session.call('batches.release', { batchId, rowsHash, confirmed, at }, async (summary) =>
      confirm(summary, warningsText(await session.call('payees.findings', { batchId }), batchId)),
    );
  } catch (failure) {
    if (!(failure instanceof CommandFailed) || failure.appError.code !== 'duplicateHeld') throw failure;
    const { code, message } = failure.appError;
    const report = await session.call('batches.show', { batchId });
    const duplicates = await session.call('batches.duplicates', { batchId });
    output.json({ batches: [reportJson(report)], duplicates, error: errorJson(failure.appError) });
    output.error({ code, message, details: {} });
    output.remark(duplicatesText(duplicates, batchId));
    output.remark('To pay these anyway, repeat the command with --confirm-duplicates "REASON".');
    return null;
  }
}

/** The first warnings about the payees of a draft; empty if there are none. */
function warningsText({ findings, leftOut }: PayeeFindings, batchId: string): string {
  const warnings = findings.filter(({ level }) => level === 'warn');
  if (warnings.length === 0) return '';
  const shown = warnings
    .slice(0, shownWarnings)
    .map(({ rowNumber, message }) => `  ATTENTION    Row ${rowNumber}: ${oneLine(message, longestWarning)}`);
  const more = warnings.length - shown.length;
  // Findings that were left out come after the warnings, unless those alone fill the list.
  const moreText = `  … and ${leftOut > 0 && warnings.length === findings.length ? 'at least ' : ''}${countText(more)} more: \`bursar check ${batchId}\` lists them.`;
  return [...shown, ...(more > 0 ? [moreText] : [])].join('\n');
}

function reasonOf(options: CommandContext['options']): string | null {
  const reason = textOption(options, 'confirm-duplicates');
  if (reason !== null && reason.trim() === '')
    throw wrongUsage('--confirm-duplicates needs a reason: why these payouts are intentional.');
  return reason ?? (options['again'] === true ? 'confirmed with --again' : null);
}

/** Every duplicate with the payout that it repeats; empty if there are none. */
function duplicatesText({ sameFileAs, rows, hasMore }: Duplicates, batchId: string): string {
  const columns = [
    { right: 'Row' },
    'Duplicate',
    'Payee',
    { right: 'Amount' },
    '',
    'Same',
    'Other payout',
    'Other payee',
    { right: 'Other amount' },
    '',
    'State',
    'Date',
  ] as const;
  const lines = rows.slice(0, listedInText).map((finding) => {
    const { rowNumber, level, payee, money, equalTo } = finding;
    return [
      String(rowNumber),
      level,
      shortened(payeeText(payee), 40),
      amountIn(money.amount, money.currencyCode),
      money.currencyCode,
      inCommonText(finding),
      equalTo.batchId === batchId
        ? `row ${equalTo.rowNumber} of this batch`
        : `${equalTo.idPayout} of ${equalTo.profileName}`,
      shortened(payeeText(equalTo.payee), 40),
      amountIn(equalTo.money.amount, equalTo.money.currencyCode),
      equalTo.money.currencyCode,
      `${stateText(equalTo.state)}${endedWithText(equalTo)}`,
      equalTo.at.slice(0, 10),
    ];
  });
  return [
    ...(sameFileAs === null
      ? []
      : [
          `${releasedBeforeText(sameFileAs)}, as batch ${sameFileAs.batchId} of ${sameFileAs.profileName} on ${sameFileAs.releasedAt.slice(0, 10)}.`,
        ]),
    ...(lines.length === 0 ? [] : [table(columns, lines)]),
    ...(hasMore || rows.length > listedInText ? ['… and more. --json lists up to 1,000.'] : []),
  ].join('\n');
}
