import path from 'node:path';
import { largestFileBytes } from '../../../../contract/batches/sheet.ts';
import { PayeeStanding, type Payee, type PayeeRecord } from '../../../../contract/payees/payee.ts';
import { amountIn, counted, moneyText, shortened } from '../../../../contract/text/numbers.ts';
import { oneLine } from '../../../../contract/text/one-line.ts';
import { noteText } from '../../../../contract/text/files/note-text.ts';
import { columnsLeftOutText, recordedAsText } from '../../../../contract/text/payees.ts';
import { stateText } from '../../../../contract/text/states.ts';
import { profileOption, textOption, type Command, type CommandContext } from '../command.ts';
import { wrongUsage } from '../failures.ts';
import { readPages } from '../read-pages.ts';
import { totalsInRow } from '../report.ts';
import { readExport, saveExport } from '../terminal/export-target.ts';
import { table, type Output } from '../terminal/output.ts';
import { readNamedFile } from '../terminal/read-named-file.ts';

const payeesAtOnce = 200;
const longestName = 40;
const longestRecord = 4000;

const filterOptions = { search: 'text', standing: 'text' } as const;
const filterUsage = '[--search TEXT] [--standing new|verified|blocked]';

const list: Command = {
  name: 'payee list',
  options: filterOptions,
  usage: `payee list ${filterUsage}`,
  summary: 'everyone ever paid or imported, with names, accounts and totals',
  profiles: 'all',
  run: ({ withBursar, output, options }) =>
    withBursar(async ({ call }) => {
      const filter = readFilter(options);
      const { found: payees } = await readPages(payeesAtOnce, async (after: string | null, limit) => {
        const { payees: items, next } = await call('payees.list', { ...filter, after, limit });
        return { items, next };
      });
      output.json(payees);
      const isAll = filter.search === '' && filter.standing === null;
      output.print(payees.length > 0 ? payeeLines(payees) : isAll ? 'No payees yet.' : 'No matches.');
    }),
};

const show: Command = {
  name: 'payee show',
  arguments: [{ name: 'ID' }],
  summary: 'a payee with accounts, verification and latest payouts',
  run: ({ withBursar, output, arguments: [payeeId = ''] }) =>
    withBursar(async ({ call }) => {
      const payee = await call('payees.show', { payeeId });
      output.json(payee);
      printPayee(output, payee);
      if (payee.records.length > 0) output.print(['Recorded', ...payee.records.map(recordLine)].join('\n'));
      if (payee.hasMoreRecords) output.print(`… and older ones: bursar audit list --payee ${payeeId}`);
      if (payee.latestPayments.length > 0)
        output.print(
          table(
            ['Order ID', 'Created', { right: 'Amount' }, '', 'Reference', 'State'],
            payee.latestPayments.map(({ idPayout, createdAt, amount, currencyCode, reference, state }) => [
              idPayout,
              createdAt.slice(0, 10),
              amountIn(amount, currencyCode),
              currencyCode,
              shortened(reference, longestName),
              stateText(state),
            ]),
          ),
        );
      if (payee.hasMorePayments) output.print(`… and older ones: bursar payouts --payee ${payeeId}`);
    }),
};

const verify: Command = {
  name: 'payee verify',
  arguments: [{ name: 'ID' }],
  options: { account: 'text', by: 'text', how: 'text', note: 'text' },
  usage: 'payee verify ID --account ACCOUNT --by NAME --how TEXT [--note TEXT]',
  summary: 'record who verified an account of a payee, and how: who was called, on which number, from where',
  run: (context) => {
    const [payeeId = ''] = context.arguments;
    const [account, by, how] = ['account', 'by', 'how'].map((name) => textOption(context.options, name));
    if (!isGiven(account) || !isGiven(by) || !isGiven(how))
      throw wrongUsage('--account, --by and --how are required.');
    const note = textOption(context.options, 'note');
    return context.withBursar(async ({ call }) => {
      const payee = await call('payees.verify', { payeeId, account, by, how, note });
      return report(context.output, payee, `Account ${account} recorded as verified by ${by}.`);
    });
  },
};

const block = changing('block', 'release nothing to this payee, and send nothing that is queued', (payee) =>
  payee.isBlocked
    ? `Payee blocked. Nothing is released or sent to ${accountsText(payee.payeeId, payee)}.${othersText(payee)}`
    : 'Payee not blocked.',
);
const unblock = changing('unblock', 'allow releases to this payee again', (payee) =>
  payee.isBlocked ? 'Payee blocked.' : 'Payee no longer blocked.',
);

const importList: Command = {
  name: 'payee import',
  arguments: [{ name: 'FILE' }],
  options: { verified: 'flag', by: 'text' },
  usage: 'payee import FILE [--verified [--by NAME]] --profile NAME',
  summary: 'make the payees of a list (CSV, XLSX) known, and verified with --verified',
  run: ({ withBursar, output, options, signal, arguments: [file = ''] }) => {
    const by = textOption(options, 'by');
    return withBursar(async ({ call }) => {
      const tooLarge = 'The file is larger than the 64 MiB that Bursar reads. Split it.';
      const bytes = await readNamedFile(file, { largestBytes: largestFileBytes, tooLarge }, signal);
      const done = await call('payees.import', {
        ...profileOption(options),
        fileName: path.basename(file),
        bytes,
        verifiedBy: options['verified'] === true ? (by ?? 'the person who imported the list') : null,
      });
      output.json(done);
      for (const note of done.notes) output.remark(`note: ${noteText(note)}`);
      output.print(
        `${counted(done.imported, 'payee')} imported, ${done.verified} verified, ${counted(done.leftOut, 'row')} without a name or account left out.${columnsLeftOutText(done.columnsLeftOut)}`,
      );
      for (const { account, message } of done.notVerified)
        output.print(`${account} was not verified. ${message}`);
      for (const { account, message } of done.doubtful) output.print(`Check account ${account}. ${message}`);
    });
  },
};

const exportList: Command = {
  name: 'payee export',
  options: { ...filterOptions, out: 'newFile', format: 'text' },
  usage: `payee export --out FILE [--format csv|xlsx] ${filterUsage}`,
  summary: 'export the payees that match these conditions as CSV or XLSX',
  profiles: 'all',
  run: ({ withBursar, output, options }) => {
    const { out, format } = readExport(options);
    const filter = readFilter(options);
    return withBursar(async ({ call }) =>
      saveExport(output, out, await call('payees.export', { ...filter, format }), 'payee'),
    );
  },
};

export const payeeCommands: readonly Command[] = [list, show, verify, block, unblock, importList, exportList];

function changing(verb: 'block' | 'unblock', summary: string, done: (payee: Payee) => string): Command {
  return {
    name: `payee ${verb}`,
    arguments: [{ name: 'ID' }],
    summary,
    run: ({ withBursar, output, arguments: [payeeId = ''] }: CommandContext) =>
      withBursar(async ({ call }) => {
        const payee = await call(`payees.${verb}`, { payeeId });
        return report(output, payee, done(payee));
      }),
  };
}

/** The account behind this ID, or the name if there is none. */
function accountsText(payeeId: string, { accounts, names }: Payee): string {
  return accounts.find((each) => each.payeeId === payeeId)?.account || (names[0] ?? payeeId);
}

/** Accounts under the same name are separate payees. */
function othersText({ accounts }: Payee): string {
  const others = accounts.filter(({ isBlocked }) => !isBlocked).map(({ account }) => account);
  return others.length === 0 ? '' : ` Not blocked under the same name: ${others.join(', ')}.`;
}

function readFilter(options: CommandContext['options']): { search: string; standing: PayeeStanding | null } {
  const text = textOption(options, 'standing') ?? null;
  const standing = PayeeStanding.nullable().safeParse(text);
  if (!standing.success) throw wrongUsage(`--standing takes ${PayeeStanding.options.join(', ')}.`);
  return { search: textOption(options, 'search') ?? '', standing: standing.data };
}

/** A record on one line: when, what, of which account, by whom and how. */
function recordLine(record: PayeeRecord): string {
  const { at, kind, account, verification } = record;
  const head = `${at.slice(0, 10)} ${account}: ${kind}${recordedAsText(record)}`;
  if (verification === null) return head;
  const { by, how, note } = verification;
  return oneLine(`${head} by ${by}: ${how}${note === null ? '' : ` (${note})`}`, longestRecord);
}

function isGiven(text: string | null | undefined): text is string {
  return typeof text === 'string' && text.trim() !== '';
}

function report(output: Output, payee: Payee, text: string): void {
  output.json(payee);
  output.print(text);
}

function payeeLines(payees: readonly Payee[]): string {
  return table(
    ['Payee', 'Name', 'Account', 'Last paid', { right: 'Payouts' }, 'Totals', 'Standing', 'Environment'],
    payees.map((payee) => [
      payee.payeeId,
      shortened(payee.names[0] ?? '', longestName),
      payee.accounts[0]?.account ?? '',
      payee.lastPaidAt?.slice(0, 10) ?? 'never',
      String(payee.payments),
      totalsInRow(payee.totals),
      standingOf(payee),
      payee.environment,
    ]),
  );
}

function standingOf({ isBlocked, verification, verifiedAs }: Payee): string {
  const of = verifiedAs === null ? '' : ` as ${shortened(verifiedAs, longestName)}`;
  return [isBlocked ? 'blocked' : null, verification === null ? null : `verified${of}`]
    .filter((mark) => mark !== null)
    .join(', ');
}

function printPayee(output: Output, payee: Payee): void {
  output.print(`${payee.names.join('; ')} (${payee.payeeId})${payee.isBlocked ? ': blocked' : ''}`);
  output.print(
    table(
      ['Account', 'First paid', 'Last paid', { right: 'Payouts' }, 'Verified'],
      payee.accounts.map(({ account, firstPaidAt, lastPaidAt, payments, verification }) => [
        account,
        firstPaidAt?.slice(0, 10) ?? 'never',
        lastPaidAt?.slice(0, 10) ?? 'never',
        String(payments),
        verification === null ? 'no' : `${verification.at.slice(0, 10)} by ${verification.by}`,
      ]),
    ),
  );
  if (payee.totals.length > 0) output.print(`Total paid: ${payee.totals.map(moneyText).join(', ')}`);
}
