import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import type { SheetCells } from '../../../contract/batches/sheet.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { chooseProfile, type CoreContext } from '../context.ts';
import { payeeIdOf } from '../payments/identity.ts';
import { payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import type { PayeeChange } from '../ports/index.ts';
import { noCodes } from './check-account.ts';
import { catchUpPayees, describePayee } from './known.ts';
import { actorStore } from '../settings/actor.ts';

/** Payees recorded in one commit. */
const atOnce = 100;

/** Makes the payees of a list known (operation `payees.import`). Rows without a name, an account and an e-mail address are left out. */
export async function importPayees(
  context: CoreContext,
  { profileName, fileName, bytes, verifiedBy }: ParsedInput<'payees.import'>,
): Promise<Result<OperationOutput<'payees.import'>>> {
  const { store, files, clock, emit } = context;
  const profile = chooseProfile(store, profileName);
  if (!profile.ok) return profile;
  await catchUpPayees(context);
  const { environment } = profile.value;
  const read = await readList(files, fileName, bytes);
  if (!read.ok) return read;
  const changes = new Map<string, PayeeChange[]>();
  let leftOut = 0;
  for (const { accountName, accountNumber, emailAddress } of read.value) {
    const paidAs = { accountName, accountNumber, emailAddress };
    if (accountName + accountNumber + emailAddress === '') {
      leftOut += 1;
      continue;
    }
    const payee = payeeKeyOf(paidAs);
    const recorded = { environment, payee, payeeId: payeeIdOf(environment, payee), ...paidAs };
    const imported: PayeeChange = { ...recorded, change: { kind: 'imported' } };
    const how = `Imported as verified from ${fileName}`;
    changes.set(
      payee,
      verifiedBy === null
        ? [imported]
        : [imported, { ...recorded, change: { kind: 'verified', by: verifiedBy, how, note: null } }],
    );
  }
  const payees = [...changes.values()];
  for (let start = 0; start < payees.length; start += atOnce) {
    actorStore(context).recordPayees(payees.slice(start, start + atOnce).flat(), clock.now(), describePayee);
    await clock.turn();
  }
  emit({ kind: 'payee', id: '' });
  return succeed({ imported: payees.length, verified: verifiedBy === null ? 0 : payees.length, leftOut });
}

/** The columns of a payout that say who is paid; a list may have any others beside them. */
const ofPayee: ReadonlySet<string | null> = new Set(['accountName', 'accountNumber', 'emailAddress']);

async function readList(
  files: CoreContext['files'],
  fileName: string,
  bytes: Uint8Array,
): Promise<Result<readonly SheetCells[]>> {
  const answers = { columns: null, decimalSign: 'point', remembered: () => null, codes: noCodes } as const;
  const first = await files.readSheet(bytes, fileName, answers, () => undefined);
  if (!first.ok) return first;
  if (first.value.kind === 'rows' && first.value.header !== null) return succeed(first.value.rows);
  if (first.value.kind === 'columnsNeeded') {
    const columns = first.value.suggestion.map((column) => (ofPayee.has(column) ? column : null));
    if (columns.includes('accountName') || columns.includes('accountNumber')) {
      const second = await files.readSheet(bytes, fileName, { ...answers, columns }, () => undefined);
      if (!second.ok) return second;
      if (second.value.kind === 'rows') return succeed(second.value.rows);
    }
  }
  return fail(
    'fileHasErrors',
    `Bursar cannot tell the columns of ${fileName}. Name them accountName, accountNumber and emailAddress in the first line.`,
  );
}
