import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { Bursar } from '../../main/compose.ts';
import type { PayoutSummary } from '../../contract/payments/payment.ts';
import { quickPair } from '../kit/quick-keys.ts';
import { addProfile, withBursar, type Folder } from '../kit/with-bursar.ts';
import { runCli, runProgram, startCli, type CliEnd, type CliRun } from '../kit/run-cli.ts';
import { startAtTerminal, type TerminalRun } from '../kit/terminal.ts';
import { startRudeGateway, type Entry, type Knobs } from './gateway.ts';

export const { privateKeyPem, publicKeyPem } = quickPair();
const strangersKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

export type Row = {
  readonly amount: string;
  readonly currencyCode: string;
  readonly accountNumber: string;
  readonly idPayout?: string;
};

export type Report = {
  readonly batches: readonly {
    readonly batchId: string;
    readonly rows: number;
    readonly byState: Readonly<Record<string, number>>;
    readonly problems: readonly { rowNumber: number; state: string; code: string; message: string }[];
  }[];
};

/** Rows of several currencies and precisions, each with an account of its own. */
export function makeRows(count: number): Row[] {
  const monies = [
    ['1234.50', 'EUR'],
    ['7', 'JPY'],
    ['0.00000001', 'BTC'],
    ['98765432109876.10', 'USD'],
    ['0.000000000000000001', 'ETH'],
  ] as const;
  return Array.from({ length: count }, (_, index) => {
    const [amount, currencyCode] = monies[index % monies.length] ?? monies[0];
    return { amount, currencyCode, accountNumber: `ACCOUNT-${index + 1}` };
  });
}

export type RudeMerchant = Awaited<ReturnType<typeof startRudeMerchant>>;

type WithBook = { readonly gateway: { book(): readonly Entry[] } };

/** A merchant of a rude gateway: a data folder, a key file and a profile; `await using` ends it. */
export async function startRudeMerchant(knobs: Partial<Knobs> = {}, baseUrlEnding = '') {
  const gateway = await startRudeGateway({ publicKeyPem, ...knobs });
  return joinGateway(gateway, `${gateway.url}${baseUrlEnding}`);
}

export async function joinGateway<Gateway extends { leave(): Promise<void> }>(
  gateway: Gateway,
  baseUrl: string,
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'bursar-rude-'));
  const directory = path.join(folder, 'data');
  mkdirSync(directory, { mode: 0o700 });
  const keyFile = path.join(folder, 'key.pem');
  const strangersKeyFile = path.join(folder, 'stranger.pem');
  writeFileSync(keyFile, privateKeyPem, { mode: 0o600 });
  writeFileSync(strangersKeyFile, strangersKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });

  const writeRows = (rows: readonly Row[]): string => {
    const lines = rows.map(
      ({ amount, currencyCode, accountNumber, idPayout = '' }, index) =>
        `${amount},${currencyCode},BANK,Payee ${index + 1},${accountNumber},${idPayout}`,
    );
    const file = path.join(folder, 'payouts.csv');
    const header = 'amount,currencyCode,paymentMethodCode,accountName,accountNumber,idPayout';
    writeFileSync(file, `${[header, ...lines].join('\n')}\n`);
    return file;
  };
  const run = (...words: string[]): Promise<CliEnd> =>
    runCli([...words, '--data-dir', directory, '--key-file', keyFile]);
  const payWords = (rows: readonly Row[]): string[] => ['pay', writeRows(rows), '--yes', '--json'];

  const own: Folder = { dataDirectory: directory, keyFile };
  await addProfile(own, 'rude', 'RUDE-1', baseUrl);

  return {
    gateway,
    strangersKeyFile,
    directory,
    writeRows,
    run,
    /** Uses the core in this process while no command runs on the folder. */
    withBursar: <Value>(use: (bursar: Bursar) => Promise<Value>, isUnlimited = false): Promise<Value> =>
      withBursar(own, (_get, bursar) => use(bursar), isUnlimited),
    payAtTerminal: (rows: readonly Row[]): TerminalRun =>
      startAtTerminal(['pay', writeRows(rows), '--yes', '--data-dir', directory, '--key-file', keyFile]),
    pay: (rows: readonly Row[], ...words: string[]): Promise<CliEnd> => run(...payWords(rows), ...words),
    payInProgram: (rows: readonly Row[]): Promise<CliEnd> =>
      runProgram([...payWords(rows), '--data-dir', directory, '--key-file', keyFile]),
    startPay: (rows: readonly Row[]): CliRun =>
      startCli([...payWords(rows), '--data-dir', directory, '--key-file', keyFile]),
    payAsStranger: (rows: readonly Row[]): Promise<CliEnd> =>
      runCli([...payWords(rows), '--data-dir', directory, '--key-file', strangersKeyFile]),
    /** What the records say of every payout, by row; fails when the records do not agree with themselves (I6). */
    records: (): Promise<PayoutSummary[]> =>
      withBursar(own, async (get) => {
        expect(await get('audit.verify', {})).toMatchObject({ problems: [] });
        const { payouts } = await get('payouts.list', { limit: 1000 });
        return payouts.toSorted((left, right) => left.rowNumber - right.rowNumber);
      }),
    [Symbol.asyncDispose]: async () => {
      await gateway.leave();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export { call } from '../kit/with-bursar.ts';

export function reportOf({ stdout, stderr }: CliEnd): Report {
  if (stdout === '') throw new Error(`nothing on standard output: ${stderr}`);
  return JSON.parse(stdout) as Report;
}

/** The gateway's book holds exactly these rows, each once, to the last digit that stood in the file. */
export function expectBook({ gateway }: WithBook, rows: readonly Row[]): void {
  const booked = gateway
    .book()
    .map(({ accountNumber, amount, currencyCode }) => `${accountNumber} ${amount} ${currencyCode}`);
  const meant = rows.map(
    ({ accountNumber, amount, currencyCode }) => `${accountNumber} ${amount} ${currencyCode}`,
  );
  expect(booked.toSorted()).toEqual(meant.toSorted());
}

/** Every row is paid once, and book, exit code, report and records all say so (I2, I6). */
export async function expectAllPaid(
  merchant: RudeMerchant,
  end: CliEnd,
  rows: readonly Row[],
): Promise<void> {
  expect(end).toMatchObject({ exitCode: 0 });
  expect(reportOf(end).batches).toMatchObject([
    { rows: rows.length, byState: { paid: rows.length }, problems: [] },
  ]);
  expectBook(merchant, rows);
  expect((await merchant.records()).map(({ state }) => state)).toEqual(rows.map(() => 'paid'));
}
