import { z } from 'zod';
import { readJson } from '../../json.ts';
import type { Cause, SignedCause } from '../../payments/cause.ts';
import { counted } from '../numbers.ts';
import { nameAndAccount, oneLine } from '../one-line.ts';
import { settingChanges } from './setting-changes.ts';

const Setting = z.object({ from: z.unknown(), to: z.unknown() });
const PaidAs = z.object({ accountName: z.string().default(''), accountNumber: z.string().default('') });
const Verification = PaidAs.extend({ by: z.string(), how: z.string(), note: z.string().nullable() });
const longestText = 2000;
const Reason = z.object({ reason: z.string() });
const Confirmed = z.object({
  confirmed: z.object({
    sameFileAs: Reason.nullable(),
    /** The numbers of rows: `1-3,7`. */
    rows: z.array(Reason.extend({ rows: z.string() })),
  }),
});
/** The longest list of rows for one reason, so that the next reason is read too. */
const longestRows = 200;

/** The details of an event besides its cause, in words; null if no person would read them. */
export function eventDetail(cause: Cause, detail: string | null): string | null {
  switch (cause.code) {
    case 'approvalRequested':
    case 'approved':
    case 'approvalRejected':
    case 'approvalWithdrawn':
      return signatureText(cause);
  }
  if (detail === null) return null;
  switch (cause.code) {
    case 'settingChanged': {
      const found = readJson(Setting, detail);
      if (found === null) return null;
      return oneLine(settingChanges(cause.name, found.from, found.to).join('; '), longestText);
    }
    case 'payeeVerified': {
      const found = readJson(Verification, detail);
      if (found === null) return null;
      const { by, how, note } = found;
      const account = paidAsText(found);
      const said = oneLine(`By ${by}: ${how}${note === null ? '' : `; note: ${note}`}`, longestText);
      return `${said}${account === '' ? '' : ` (${account})`}`;
    }
    case 'payeeImported':
    case 'payeeBlocked':
    case 'payeeUnblocked': {
      const found = readJson(PaidAs, detail);
      return found === null ? null : paidAsText(found);
    }
    case 'released': {
      const found = readJson(Confirmed, detail);
      const duplicates = found === null ? longConfirmation(detail) : confirmedText(found.confirmed);
      const parts = [approversText(cause), duplicates].filter((part) => part !== null);
      return parts.length === 0 ? null : parts.join('. ');
    }
    case 'controlsChanged':
      return detail;
    default:
      return null;
  }
}

function paidAsText({ accountName, accountNumber }: z.infer<typeof PaidAs>): string {
  return oneLine(nameAndAccount(accountName, accountNumber), longestText);
}

/** The approvals that counted for a release. */
function approversText({ approvedBy }: Extract<Cause, { code: 'released' }>): string | null {
  if (approvedBy === undefined) return null;
  const each = approvedBy.map(
    ({ fingerprint, enrolledName }) => `${oneLine(enrolledName ?? 'a key')} (fingerprint ${fingerprint})`,
  );
  return `Counted ${counted(each.length, 'approval')}: ${each.join(', ')}`;
}

/** Why a person confirmed duplicates: each reason once, with its scope (the whole batch, rows or both). */
function confirmedText({ sameFileAs, rows }: z.infer<typeof Confirmed>['confirmed']): string {
  const byReason = new Map<string, string[]>();
  for (const found of rows)
    byReason.set(found.reason, [...(byReason.get(found.reason) ?? []), ...found.rows.split(',')]);
  const reasons = new Set([...(sameFileAs === null ? [] : [sameFileAs.reason]), ...byReason.keys()]);
  const each = Array.from(reasons, (reason) => {
    const numbers = byReason.get(reason) ?? [];
    const [first = ''] = numbers;
    const isOneRow = numbers.length === 1 && !first.includes('-');
    const about = [
      ...(sameFileAs?.reason === reason ? ['the whole batch'] : []),
      ...(numbers.length === 0 ? [] : [`${isOneRow ? 'row' : 'rows'} ${numbers.join(', ')}`]),
    ];
    return `${reason} (${oneLine(about.join(', '), longestRows)})`;
  });
  return `Duplicates confirmed: ${oneLine(each.join('; '), longestText)}`;
}

/** A list stores only the beginning of a long detail, which cannot be parsed; a hash alone confirms nothing. */
function longConfirmation(detail: string): string | null {
  return detail.startsWith('{') ? 'Duplicates confirmed, with more reasons than are shown here' : null;
}

/** The key that signed a file, and its holder's note; for a request made here also the name it was signed under. */
function signatureText({ code, by, key, note, isImported }: SignedCause): string | null {
  const isOwnRequest = isImported === false && (code === 'approvalRequested' || code === 'approvalWithdrawn');
  const parts = [
    isOwnRequest && by !== undefined ? `Signed as “${oneLine(by)}”.` : '',
    key === undefined ? '' : `Fingerprint ${key.fingerprint}.`,
    note === undefined || note === '' ? '' : `Note: ${oneLine(note, longestText)}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join(' ');
}
