import { unreadableAdvice } from '../attention/left-out-text.ts';
import type { Check, DerivedDifference, DerivedPart } from '../../maintenance/check.ts';
import { clockDifferenceText } from '../clock.ts';
import { countText, counted } from '../numbers.ts';
import { capitalised } from '../states.ts';

/** A step of a check, for people. */
export type CheckLine = { readonly name: string; readonly isFine: boolean; readonly found: string };

/** The name of a step, and its result. */
export function checkLine(check: Check): CheckLine {
  return { name: nameOf(check), isFine: check.isFine, found: foundText(check) };
}

const partNames: Record<DerivedPart, string> = {
  history: 'History index',
  search: 'Search index',
  counts: 'Payment counts',
  keys: 'Keys of duplicates',
  payees: 'List of payees',
  flows: 'Flows of money',
};

const offOn = { 0: 'off', 1: 'on' };

/** The options of SQLite that keep what is written, and their values, by the names and numbers that SQLite has for them. */
const pragmas: Readonly<Record<string, { name: string; values: Readonly<Record<string, string>> }>> = {
  journal_mode: { name: 'Journal mode', values: { wal: 'write-ahead log' } },
  synchronous: { name: 'Synchronous writes', values: { 0: 'off', 1: 'normal', 2: 'full', 3: 'extra' } },
  fullfsync: { name: 'Writes past the cache of the disk', values: offOn },
  foreign_keys: { name: 'Foreign keys', values: offOn },
};

function nameOf(check: Check): string {
  switch (check.code) {
    case 'sqlite':
      return 'SQLite';
    case 'databaseVersion':
      return 'Database version';
    case 'pragma':
      return pragmas[check.pragma]?.name ?? check.pragma;
    case 'quickCheck':
      return 'Quick check';
    case 'folderMode':
      return 'Mode of the data folder';
    case 'fileMode':
      return `Mode of ${check.path}`;
    case 'fileSize':
      return `Size of ${check.path}`;
    case 'markElsewhere':
      return 'Mark outside the data folder';
    case 'structure':
      return 'Tables of the database';
    case 'derived':
      return partNames[check.part];
    case 'spareKeys':
      return 'Unused keys';
    case 'unfinishedBatches':
      return 'Unfinished batches';
    default:
      return capitalised(check.code);
  }
}

function foundText(check: Check): string {
  switch (check.code) {
    case 'program':
      return `Node ${check.version} on ${check.platform} ${check.architecture}`;
    case 'sqlite':
    case 'databaseVersion':
      return String(check.version);
    case 'pragma':
      return pragmas[check.pragma]?.values[check.value] ?? check.value;
    case 'quickCheck':
      return check.answer ?? 'skipped, since the database is large; a backup checks all of it';
    case 'folderMode':
    case 'fileMode':
      return check.mode;
    case 'fileSize':
      return counted(check.bytes, 'byte');
    case 'markElsewhere':
      return check.cause === null
        ? `kept in ${check.directory}`
        : `cannot be written in ${check.directory} (${check.cause}). Without it Bursar may not notice that an older data folder was put back. Make the folder writable.`;
    case 'structure':
      return missingPartsText(check.missing);
    case 'derived':
      return check.count === 0 ? 'no difference from the payments' : differencesText(check);
    case 'keychain':
      return check.error?.message ?? 'answers';
    case 'spareKeys':
      return check.count === 0
        ? 'none'
        : `The keychain may still have ${counted(check.count, 'key')} of removed profiles or from before a replacement, which Bursar removes when it next stores or removes one.`;
    case 'settings':
      return check.damaged.length === 0
        ? 'can be read'
        : `${check.damaged.join(', ')} cannot be read, so the usual values are used; set them again`;
    case 'records':
      return check.unreadable.length === 0
        ? 'can be read'
        : `cannot be read: ${check.unreadable.join('; ')}. ${unreadableAdvice}`;
    case 'profiles':
    case 'unfinishedBatches':
      return String(check.count);
    case 'key':
      return keyText(check);
    case 'clock':
      return clockDifferenceText(check.differenceSeconds);
    case 'token':
      return check.error?.message ?? `${check.baseUrl} issued a token to merchant ${check.merchantCode}`;
    case 'balances':
      return check.error?.message ?? counted(check.currencies, 'currency', 'currencies');
  }
}

/** Says that another program dropped parts of the database. */
export function missingPartsText(missing: readonly string[]): string {
  const named = missing.slice(0, 3).join(', ');
  const more = missing.length > 3 ? ` and ${countText(missing.length - 3)} more` : '';
  return `${named}${more} ${missing.length === 1 ? 'is' : 'are'} missing from the database, which Bursar cannot work without and cannot rebuild. Close Bursar, make a copy of the data folder, and restore the latest backup.`;
}

function keyText({ key, error }: Extract<Check, { code: 'key' }>): string {
  if (error !== null) return error.message;
  return key === null
    ? 'No key is stored for this profile. Generate or import one; the command line can name a key file with --key-file instead.'
    : `RSA ${key.modulusBits} bits, fingerprint ${key.fingerprint}`;
}

function differencesText({ count, differences }: Extract<Check, { code: 'derived' }>): string {
  const left = count - differences.length;
  const more = left > 0 ? ` And ${countText(left)} more.` : '';
  return `${counted(count, 'difference')}: ${differences.map(differenceText).join(' ')}${more} Rebuild the derived data (on the command line: bursar doctor --rebuild).`;
}

/** A difference in derived data, in a sentence. */
export function differenceText(difference: DerivedDifference): string {
  switch (difference.code) {
    case 'notIndexed':
      return `Payout ${difference.idPayment} is missing from the history index.`;
    case 'indexedElsewhere':
      return `Payout ${difference.idPayment} is in the wrong place in the history index.`;
    case 'notSearchable':
      return `Payout ${difference.idPayment} is not found by a search.`;
    case 'indexedWithoutPayment':
      return `The history index has payment ${difference.paymentId}, which does not exist.`;
    case 'indexCount':
      return `The history index has ${difference.count} ${difference.state} payouts in ${difference.currencyCode}, but ${difference.counted} are counted.`;
    case 'batchCount':
      return `Batch ${difference.batchId} has ${difference.count} ${difference.state} payments, but ${difference.counted} are counted.`;
    case 'keysDiffer':
      return `Payout ${difference.idPayment} is missing from the search for duplicates.`;
    case 'payeeNotListed':
      return `The payee of ${difference.idPayment} is not in the list of payees.`;
    case 'payeeNotPaid':
      return 'The list of payees has a payee whom no payout paid.';
    case 'payeeMissing':
      return 'A payee who was paid or recorded is missing from the list of payees.';
    case 'payeeDiffers':
      return `Payee ${difference.payeeId} does not match its payments.`;
    case 'payeeNotSearchable':
      return `Payee ${difference.payeeId} is not found by a search.`;
    case 'flowsOfPayment':
      return `The flows of money do not count payment ${difference.idPayment} as it is.`;
    case 'flowSum':
      return `The sum of flow ${difference.flowNumber} is not that of its payments.`;
  }
}
