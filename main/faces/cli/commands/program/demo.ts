import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { startSandbox } from '../../../../compose.ts';
import type { Command, CommandContext } from '../../command.ts';
import { createConfirm } from '../../terminal/confirm.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { CommandFailed } from '../../failures.ts';
import { amountIn } from '../../../../../contract/text/numbers.ts';
import { table } from '../../terminal/output.ts';
import { openSession } from '../../session.ts';
import { payFile } from '../pay.ts';

const merchantCode = 'DEMO';
const settleMs = 1500;
const seed = 1;
const examples = path.resolve(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '../../../../../examples' : '../../examples',
);

export const demo: Command = {
  name: 'demo',
  summary: 'pay examples/payouts.csv with an embedded sandbox and a temporary key; no set-up',
  run: async (context) => {
    const { compose, startSandbox, systemUser } = await import('../../../../compose.ts');
    const directory = await mkdtemp(path.join(tmpdir(), 'bursar-demo-'));
    const sandbox = await startSandbox({
      port: 0,
      seed,
      settleMs,
      faults: 0,
      requestsPerSecond: 10,
      merchants: [],
    });
    try {
      const bursar = await compose({
        directory,
        keyFile: null,
        isThrowAway: true,
        environment: context.host.env,
      });
      if (!bursar.ok) throw new CommandFailed(bursar.error);
      try {
        const { signal, output } = context;
        const session = openSession(bursar.value, {
          signal,
          systemUser: systemUser(),
          progress: output.progress,
        });
        return await payExamples(context, session, sandbox);
      } finally {
        await bursar.value.close();
      }
    } finally {
      await sandbox.close();
      await rm(directory, { recursive: true, force: true });
    }
  },
};

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

async function payExamples(
  context: CommandContext,
  session: ReturnType<typeof openSession>,
  { url, gateway }: Sandbox,
): Promise<ExitCode> {
  const { output } = context;
  const { publicKey } = await session.call('profiles.add', {
    name: 'demo',
    environment: 'sandbox',
    baseUrl: url,
    merchantCode,
    callbackUrl: 'http://127.0.0.1:9/callbacks',
    key: { kind: 'generate', modulusBits: 2048 },
  });
  gateway.registerMerchant({
    merchantCode,
    publicKeyPems: publicKey === null ? [] : [publicKey.pem],
    secrets: [],
  });
  const before = await availableBalances(session);
  output.remark(
    `An embedded sandbox listens at ${url}. A temporary key signs; no real money moves. The demo deletes its data when it ends, so its batch cannot be retried or resumed then.`,
  );
  const fileName = 'payouts.csv';
  const bytes = await readFile(path.join(examples, fileName));
  const exitCode = await payFile(
    { ...context, options: {}, isThrowAway: true },
    session,
    { fileName, bytes },
    createConfirm({ ...context, options: { yes: true } }),
  );
  const after = await availableBalances(session);
  const changed = [...before].filter(([currencyCode, amount]) => after.get(currencyCode) !== amount);
  const columns = ['Balance', { right: 'before' }, { right: 'after' }] as const;
  output.print('');
  output.print(
    table(
      columns,
      changed.map(([currencyCode, amount]) => [
        currencyCode,
        amountIn(amount, currencyCode),
        amountIn(after.get(currencyCode) ?? '', currencyCode),
      ]),
    ),
  );
  const audit = await session.call('audit.verify', {});
  output.print(
    `\nAudit: ${audit.events} events and ${audit.payments} payouts ${audit.problems.length === 0 ? 'agree' : 'DO NOT AGREE'}.`,
  );
  // The demo includes rows that fail.
  return exitCode === exitCodes.someNotPaid && audit.problems.length === 0 ? exitCodes.done : exitCode;
}

async function availableBalances({ call }: ReturnType<typeof openSession>): Promise<Map<string, string>> {
  const { balances } = await call('balances.read', { profileName: 'demo' });
  return new Map(balances.map(({ currencyCode, amounts }) => [currencyCode, amounts[0]?.amount ?? '']));
}
