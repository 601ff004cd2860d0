import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import type { FileNote } from '../../../contract/batches/file-note.ts';
import type { ColumnMapping, SheetCells } from '../../../contract/batches/sheet.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import type { CoreContext } from '../context/context.ts';
import { chooseProfile } from '../context/subject.ts';
import { payeeIdOf } from '../payments/identity.ts';
import { payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import { nameAndAccount, withoutUnseen } from '../../../contract/text/one-line.ts';
import type { PayeeChange, Files } from '../ports/index.ts';
import { noCodes, verificationFault } from './check-account.ts';
import { catchUpPayees, describePayee, nameKeyOf } from './known.ts';
import { actorStore } from '../settings/actor.ts';
import { slicesOf } from '../payments/pages.ts';

/** Payees recorded per commit. */
const atOnce = 100;
/** The most accounts named as not verified, or as doubtful. */
const mostNamed = 100;

/** Makes the payees of a list known (operation `payees.import`). Rows without a name, an account and an e-mail address are left out. */
export async function importPayees(
  context: CoreContext,
  { profileName, fileName, bytes, verifiedBy }: ParsedInput<'payees.import'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'payees.import'>>> {
  const { store, files, clock, emit } = context;
  const profile = chooseProfile(store, profileName);
  if (!profile.ok) return profile;
  await catchUpPayees(context, signal);
  const { environment } = profile.value;
  const read = await readList(files, fileName, bytes);
  if (!read.ok) return read;
  const changes = new Map<string, PayeeChange[]>();
  const payees = new Set<string>();
  const verified = new Set<string>();
  const faults = new Map<string, string>();
  const doubts = new Map<string, string>();
  let leftOut = 0;
  for (const row of read.value.rows) {
    const paidAs = paidAsIn(row);
    const { accountName, accountNumber, emailAddress } = paidAs;
    if (accountName + accountNumber + emailAddress === '') {
      leftOut += 1;
      continue;
    }
    const payee = payeeKeyOf(paidAs);
    const paid = { environment, payee, payeeId: payeeIdOf(environment, payee), ...paidAs };
    const imported: PayeeChange = { ...paid, change: { kind: 'imported' } };
    const how = `Imported as verified from ${fileName}`;
    // An account may be in the list under several names.
    payees.add(payee);
    const fault = verificationFault(context, environment, paidAs, row.isIban);
    const account = accountNumber || emailAddress || accountName;
    if (fault !== null && verifiedBy !== null) faults.set(account, fault);
    else if (fault !== null && accountNumber !== '') doubts.set(account, fault);
    const isVerified = verifiedBy !== null && !faults.has(account);
    if (isVerified) verified.add(payee);
    changes.set(
      JSON.stringify([payee, nameKeyOf(accountName)]),
      isVerified
        ? [imported, { ...paid, change: { kind: 'verified', by: verifiedBy, how, note: null } }]
        : [imported],
    );
  }
  for await (const some of slicesOf(clock, [...changes.values()], atOnce))
    actorStore(context).recordPayees(some.flat(), clock.now(), describePayee);
  emit({ kind: 'payee', id: '' });
  const { columnsLeftOut, notes } = read.value;
  return succeed({
    imported: payees.size,
    verified: verified.size,
    notVerified: named(faults),
    doubtful: named(doubts),
    leftOut,
    columnsLeftOut,
    notes,
  });
}

/** The names and accounts of a list, each pair once, for the question before its import; null if the list cannot be read. */
export async function listedPayees(
  files: Files,
  { fileName, bytes }: Pick<ParsedInput<'payees.import'>, 'fileName' | 'bytes'>,
): Promise<string[] | null> {
  const read = await readList(files, fileName, bytes);
  if (!read.ok) return null;
  const listed = read.value.rows.map((row) => {
    const { accountName, accountNumber, emailAddress } = paidAsIn(row);
    return nameAndAccount(accountName, accountNumber || emailAddress);
  });
  return [...new Set(listed)].filter((payee) => payee !== '');
}

/** Spreadsheet cells often break a long name over lines, which a payout cannot do. */
function paidAsIn(row: SheetCells): Pick<SheetCells, 'accountName' | 'accountNumber' | 'emailAddress'> {
  return {
    accountName: withoutUnseen(row.accountName),
    accountNumber: withoutUnseen(row.accountNumber),
    emailAddress: withoutUnseen(row.emailAddress),
  };
}

function named(accounts: ReadonlyMap<string, string>): { account: string; message: string }[] {
  return Array.from(accounts, ([account, message]) => ({ account, message })).slice(0, mostNamed);
}

/** The payout columns that identify a payee; a list may have others. */
const ofPayee: ReadonlySet<string | null> = new Set(['accountName', 'accountNumber', 'emailAddress']);

/** How vendor lists name the column of names, if not as in a file of payouts. */
const namesInLists: ReadonlySet<string> = new Set([
  'vendor',
  'vendorname',
  'supplier',
  'suppliername',
  'creditor',
  'creditorname',
  'company',
  'companyname',
  'kreditor',
  'lieferant',
  'firma',
  'fournisseur',
  'proveedor',
  'fornitore',
  'leverancier',
]);

type List = {
  /** `isIban`: the account is from a column of IBANs. */
  readonly rows: readonly (SheetCells & { readonly isIban: boolean })[];
  readonly columnsLeftOut: string[];
  readonly notes: FileNote[];
};

/** A list has columns that identify nobody, and accounts in any notation. */
const usualInLists: ReadonlySet<FileNote['code']> = new Set(['columnNotRead', 'converted']);

async function readList(files: Files, fileName: string, bytes: Uint8Array): Promise<Result<List>> {
  const answers = { decimalSign: 'point', remembered: () => null, codes: noCodes } as const;
  const asked = await files.readSheet(
    bytes,
    fileName,
    { ...answers, columns: null, isAsking: true },
    () => undefined,
  );
  if (!asked.ok) return asked;
  const { header, suggestion } =
    asked.value.kind === 'columnsNeeded' ? asked.value : { header: [], suggestion: [] };
  const columns = payeeColumns(header, suggestion);
  const isClear =
    columns.includes('accountName') &&
    (columns.includes('accountNumber') || columns.includes('emailAddress'));
  const readBy = (chosen: ColumnMapping) =>
    files.readSheet(bytes, fileName, { ...answers, columns: chosen }, () => undefined);
  const read = isClear ? await readBy(columns) : null;
  if (read?.ok === false) return read;
  if (read?.value.kind !== 'rows')
    return fail(
      'fileHasErrors',
      `Bursar cannot tell which columns of ${fileName} have the names and the accounts. Name them accountName, accountNumber and emailAddress in the first line.`,
    );
  // A comma in an unquoted name moves part of the name into the account.
  const slipped = read.value.notes.find((note) => note.code === 'slipped');
  if (slipped !== undefined)
    return fail(
      'fileHasErrors',
      `There are more cells than names in the header of ${fileName} on line ${slipped.lines.join(', ')}${slipped.hasMore ? ' and others' : ''}. Names and accounts there may have shifted: put names that contain a separator in quotation marks, and name every column. Nothing was imported.`,
    );
  const ibans = ibanColumns(header, columns);
  const withIbans = ibans === null ? null : await readBy(ibans);
  if (withIbans?.ok === false) return withIbans;
  const ibanRows = withIbans?.value.kind === 'rows' ? withIbans.value.rows : [];
  const notes = read.value.notes.filter(({ code }) => !usualInLists.has(code));
  const columnsLeftOut = header.filter(
    (name, place) => name !== '' && columns[place] === null && (ibans?.[place] ?? null) === null,
  );
  const isIbanColumn = lettersOf(header[columns.indexOf('accountNumber')] ?? '') === 'iban';
  const rows = read.value.rows.map((cells, at) => {
    const iban = ibanRows[at]?.accountNumber ?? '';
    return { ...cells, accountNumber: iban || cells.accountNumber, isIban: isIbanColumn || iban !== '' };
  });
  return succeed({ rows, columnsLeftOut, notes });
}

/** The columns with the IBAN as the account, if a list has both; null if it does not. Payouts are made to the IBAN. */
function ibanColumns(header: readonly string[], columns: ColumnMapping): ColumnMapping | null {
  const place = header.findIndex((name, at) => columns[at] === null && lettersOf(name) === 'iban');
  if (place === -1 || !columns.includes('accountNumber')) return null;
  return columns.map((column, at) =>
    at === place ? 'accountNumber' : column === 'accountNumber' ? null : column,
  );
}

/** Which columns of a list identify a payee. */
function payeeColumns(header: readonly string[], mapping: ColumnMapping): ColumnMapping {
  const columns = mapping.map((column) => (ofPayee.has(column) ? column : null));
  if (columns.includes('accountName')) return columns;
  const place = header.findIndex((name, at) => columns[at] === null && namesInLists.has(lettersOf(name)));
  return columns.map((column, at) => (at === place ? 'accountName' : column));
}

function lettersOf(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}]/gu, '');
}
