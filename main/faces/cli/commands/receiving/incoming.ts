import type {
  IncomingDetail,
  IncomingKind,
  IncomingSummary,
} from '../../../../../contract/receiving/incoming.ts';
import { currencyCodeOf } from '../../../../../contract/money/money.ts';
import { kindText } from '../../../../../contract/text/states.ts';
import {
  profileOption,
  textOption,
  type Command,
  type CommandContext,
  type OptionValues,
  type Session,
} from '../../command.ts';
import { exitCodeOfStates, exitCodes, type ExitCode } from '../../exit-codes.ts';
import { CommandFailed, wrongUsage } from '../../failures.ts';
import { silenceLimitMs } from '../../terminal/follow.ts';
import { incomingLines, printIncoming } from '../../incoming-report.ts';
import { showingWait } from '../../terminal/show-steps.ts';
import { readExport, saveExport } from '../../terminal/export-target.ts';
import { readMoments, readStates } from '../../payout-filter.ts';
import { moreText, readPages } from '../../read-pages.ts';
import { payinCommands } from './payin.ts';
import { readDecision, readLimit } from '../payouts.ts';

const pageSize = 1000;
const filterOptions = {
  state: 'texts',
  currency: 'text',
  paid: 'flag',
  from: 'text',
  until: 'text',
  search: 'text',
} as const;
const filterUsage = '[--state S] [--currency C] [--paid] [--from DATE] [--until DATE] [--search TEXT]';
const create = { payin: 'payins.create', topup: 'topups.create' } as const;

/** The commands that payins and top-ups share. */
function commandsOf(kind: IncomingKind): readonly Command[] {
  const word = kindText(kind);
  const which = (context: CommandContext) => ({
    kind,
    idPayment: context.arguments[0] ?? '',
    ...profileOption(context.options),
  });
  const id = [{ name: 'ID' }];
  return [
    {
      name: `${kind} create`,
      options: {
        amount: 'text',
        currency: 'text',
        method: 'text',
        operator: 'text',
        id: 'text',
        name: 'text',
        account: 'text',
        email: 'text',
        'return-url': 'text',
        note: 'text',
        wait: 'flag',
      },
      usage: `${kind} create --amount A --currency C --method M [--operator O] [--id ID] [--name N] [--account A] [--email E] [--return-url URL] [--note TEXT] [--wait]`,
      summary: `create a ${word}; --wait tracks it to its end; a repeated --id is never sent twice`,
      run: (context) => {
        const input = readNew(context.options);
        return context.withBursar(async (session) => {
          const { batchId } = await session.call(create[kind], input);
          return send(context, session, { kind, batchId });
        });
      },
    },
    {
      name: `${kind} show`,
      arguments: id,
      options: { refresh: 'flag', 'not-accepted': 'flag', adopt: 'flag' },
      usage: `${kind} show ID [--refresh | --not-accepted | --adopt]`,
      summary: `show a ${word} with payment instructions, events and attempts; --refresh asks the gateway first; the other options save your decision`,
      run: (context) =>
        context.withBursar(async ({ call }) => {
          const isAsked = context.options['refresh'] === true;
          const decision = readDecision(context.options, {
            'not-accepted': 'notAccepted',
            adopt: 'adopt',
          } as const);
          if (decision !== null)
            return show(context, await call('incoming.decide', { ...which(context), decision }));
          return show(context, await call(isAsked ? 'incoming.refresh' : 'incoming.show', which(context)));
        }),
    },
    {
      name: `${kind} list`,
      options: { ...filterOptions, limit: 'text' },
      usage: `${kind} list ${filterUsage} [--limit N]`,
      summary: `list the ${word}s created, linked or followed here, newest first`,
      profiles: 'past',
      run: (context) => list(context, kind),
    },
    {
      name: `${kind} export`,
      options: { ...filterOptions, out: 'newFile', format: 'text' },
      usage: `${kind} export --out FILE [--format csv|xlsx] ${filterUsage}`,
      summary: `export the ${word}s that match these conditions as CSV or XLSX`,
      profiles: 'past',
      run: ({ withBursar, output, options }) => {
        const { out, format } = readExport(options);
        const filter = readFilter(options, kind);
        return withBursar(async ({ call }) =>
          saveExport(output, out, await call('incoming.export', { ...filter, format }), word),
        );
      },
    },
    {
      name: `${kind} follow`,
      arguments: id,
      options: { note: 'text', wait: 'flag' },
      usage: `${kind} follow ID [--note TEXT] [--wait]`,
      summary: `follow a ${word} that was created elsewhere; --wait tracks it to its end`,
      run: (context) =>
        context.withBursar(async (session) => {
          const note = textOption(context.options, 'note') ?? '';
          const detail = await session.call('incoming.follow', { ...which(context), note });
          return context.options['wait'] === true ? send(context, session, detail) : show(context, detail);
        }),
    },
    {
      name: `${kind} stop`,
      arguments: id,
      usage: `${kind} stop ID`,
      summary: `stop checking a ${word} that nobody has begun to pay`,
      run: (context) =>
        context.withBursar(async ({ call }) => {
          await call('incoming.stopFollowing', which(context));
          return show(context, await call('incoming.show', which(context)));
        }),
    },
  ];
}

export const incomingCommands: readonly Command[] = [
  ...commandsOf('payin'),
  ...payinCommands,
  ...commandsOf('topup'),
];

function readFilter(options: OptionValues, kind: IncomingKind) {
  const currency = textOption(options, 'currency');
  return {
    kind,
    profileName: textOption(options, 'profile'),
    states: readStates(options),
    currencyCode: currency === null ? null : currencyCodeOf(currency),
    dateOf: options['paid'] === true ? ('paid' as const) : ('created' as const),
    ...readMoments(options),
    search: textOption(options, 'search'),
  };
}

function readNew(options: OptionValues) {
  const text = (name: string): string => textOption(options, name) ?? '';
  for (const name of ['amount', 'currency', 'method'])
    if (text(name) === '') throw wrongUsage(`--${name} is required.`);
  return {
    ...profileOption(options),
    idPayment: text('id'),
    money: { amount: text('amount'), currencyCode: currencyCodeOf(text('currency')) },
    paymentMethodCode: text('method'),
    paymentOperatorCode: text('operator'),
    accountName: text('name'),
    accountNumber: text('account'),
    emailAddress: text('email'),
    returnUrl: text('return-url'),
    note: text('note'),
  };
}

/** Sends a payin or top-up, tracks it to its end with --wait, and prints it. */
async function send(
  context: CommandContext,
  { bursar, call }: Session,
  { kind, batchId }: Pick<IncomingSummary, 'kind' | 'batchId'>,
): Promise<ExitCode> {
  const until = context.options['wait'] === true ? 'final' : 'sent';
  const waiting = <Outcome>(operation: () => Promise<Outcome>): Promise<Outcome> =>
    showingWait(bursar, context.output.progress, operation);
  const end = await waiting(() => call('batches.run', { batchIds: [batchId], until, silenceLimitMs }));
  const [sent] = end.incoming;
  if (sent === undefined) throw new Error(`${kind} ${batchId} was not part of the run`);
  let detail = await call('incoming.show', sent);
  // The first poll returns the bank details of an offline method. One attempt is enough: `show --refresh` repeats it.
  if (detail.state === 'accepted' && detail.lastAnswer === null && !context.signal.aborted)
    try {
      detail = await waiting(() => call('incoming.refresh', sent));
    } catch (failure) {
      if (!(failure instanceof CommandFailed)) throw failure;
      context.output.remark(`The payment instructions are not loaded yet. ${failure.appError.message}`);
    }
  show(context, detail);
  const exitCode = exitCodeOfStates([{ [detail.state]: 1 }], until);
  const goOn = exitCode === exitCodes.unresolved ? ' `bursar resume` continues; nothing is sent twice.' : '';
  if (end.outcome !== 'done') context.output.remark(`${end.message ?? 'Stopped.'}${goOn}`);
  return exitCode;
}

function show({ output }: CommandContext, detail: IncomingDetail): void {
  output.json(detail);
  printIncoming(output, detail);
}

function list({ withBursar, output, options }: CommandContext, kind: IncomingKind): Promise<ExitCode> {
  const limit = readLimit(options);
  const filter = readFilter(options, kind);
  return withBursar(async ({ call }) => {
    const readPage = async (after: string | null, atMost: number) => {
      const { payments: items, next } = await call('incoming.list', { ...filter, after, limit: atMost });
      return { items, next };
    };
    const { found, hasMore } = await readPages(pageSize, readPage, limit);
    output.json(found);
    output.print(found.length === 0 ? `No ${kindText(kind)}s.` : incomingLines(found));
    if (hasMore) output.remark(moreText(limit));
  });
}
