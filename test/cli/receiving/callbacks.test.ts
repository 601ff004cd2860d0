import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { CallbackDelivery, CallbackState } from '../../../contract/receiving/callbacks.ts';
import { steadyClock } from '../../../sandbox/index.ts';
import { payoutFileTo } from '../kit/payout-files.ts';
import { Failed, Payouts, readJson } from '../kit/shapes.ts';
import type { Merchant } from '../kit/merchant.ts';
import type { CliRun } from '../../kit/run-cli.ts';
import { withMerchant } from '../kit/with-merchant.ts';

const patient = { timeout: 60_000, interval: 20 };

/** The paths of what was read at the sandboxes of these tests. */
const read = new Set<string>();
const Started = z.object({ request: z.instanceof(IncomingMessage) });
subscribe('http.server.request.start', (message) => {
  const { method, url = '' } = Started.parse(message).request;
  if (method === 'GET') read.add(url);
});

type Listening = { readonly run: CliRun; readonly state: CallbackState; deliveries(): CallbackDelivery[] };

/** Starts `callbacks listen --json` and waits until it says where it listens. */
async function listen(merchant: Merchant, port = 0): Promise<Listening> {
  const run = merchant.start('callbacks', 'listen', '--port', String(port), '--json');
  let printed = '';
  run.child.stdout?.on('data', (text: string) => (printed += text));
  const lines = (): string[] => printed.split('\n').slice(0, -1);
  await vi.waitUntil(() => lines().length > 0 || run.child.exitCode !== null, patient);
  if (run.child.exitCode !== null) throw new Error((await run.end).stderr);
  return {
    run,
    state: CallbackState.parse(JSON.parse(lines()[0] ?? '')),
    deliveries: () =>
      lines()
        .slice(1)
        .map((line) => CallbackDelivery.parse(JSON.parse(line))),
  };
}

async function endOf({ run }: Listening): Promise<number | null> {
  run.child.kill('SIGINT');
  return (await run.end).exitCode;
}

describe('bursar callbacks listen', () => {
  it.concurrent('prints the addresses, queries the payments that callbacks name, prints a line per delivery, and stops cleanly', () => {
    const settleMs = 120_000;
    // The gateway pays once somebody listens, however long that takes.
    let passedMs = 0;
    const clock = {
      now: () => steadyClock.now() + passedMs,
      setTimer: (call: () => void, delayMs: number) => steadyClock.setTimer(call, Math.min(delayMs, 20)),
    };
    return withMerchant(
      async (merchant) => {
        const before = await listen(merchant);
        const address = before.state.profiles[0]?.address ?? '';
        const port = Number(new URL(address).port);
        expect(before.state.listeningAt).toBe(`http://127.0.0.1:${port}`);
        expect(await endOf(before)).toBe(0);
        await merchant.run('profile', 'edit', 'test', '--callback-url', address);
        const file = merchant.write('payouts.csv', payoutFileTo('A-1', 'A-2'));
        expect((await merchant.run('pay', file, '--yes', '--no-wait')).exitCode).toBe(0);
        const listening = await listen(merchant, port);
        expect(listening.state.profiles).toMatchObject([{ profileName: 'test', address, isUsed: true }]);
        passedMs = settleMs;
        read.clear();
        // The sandbox finishes the payouts and sends callbacks; nobody else asks.
        await vi.waitUntil(() => listening.deliveries().length >= 2, patient);
        for (const delivery of listening.deliveries())
          expect(delivery).toMatchObject({ profileName: 'test', outcome: 'asked', status: 200 });
        const answer = await fetch(address, { method: 'POST', body: '{"idEntity":"a b"}' });
        expect(answer.status).toBe(400);
        await vi.waitUntil(() => listening.deliveries().length >= 3, patient);
        const idEntities = listening.deliveries().flatMap(({ idEntity }) => idEntity ?? []);
        await vi.waitUntil(() => idEntities.every((idEntity) => read.has(`/payouts/${idEntity}`)), patient);
        expect(await endOf(listening)).toBe(0);
        const payouts = readJson(await merchant.run('payouts', '--json'), Payouts);
        expect(payouts.map(({ state }) => state)).toEqual(['paid', 'paid']);
        const state = readJson(await merchant.run('callbacks', 'state', '--json'), CallbackState);
        expect(state).toMatchObject({ listeningAt: null, problem: null });
        expect(state.profiles[0]?.lastReachedAt).not.toBeNull();
      },
      { settleMs, clock },
    );
  });

  it.concurrent('describes in words what it does, and refuses a port that is in use or invalid', () =>
    withMerchant(async (merchant) => {
      const taken = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => taken.once('listening', resolve));
      const at = taken.address();
      const port = typeof at === 'object' && at !== null ? String(at.port) : '';
      const refused = await merchant.run('callbacks', 'listen', '--port', port, '--json');
      expect(readJson(refused, Failed, 2).error.message).toContain(`port ${port}`);
      taken.close();
      for (const words of [[], ['--port', 'x'], ['--port', '70000'], ['--port', '0', '--host', 'here']])
        expect((await merchant.run('callbacks', 'listen', ...words)).exitCode, words.join(' ')).toBe(2);
      const run = merchant.start('callbacks', 'listen', '--port', '0');
      let printed = '';
      run.child.stdout?.on('data', (text: string) => (printed += text));
      await vi.waitUntil(() => /^test +http:\S+\/ +no +never$/m.test(printed), patient);
      const address = /http:\S+\/(?= )/.exec(printed)?.[0] ?? '';
      await fetch(address, { method: 'POST', body: '{"idEntity":"somebody"}' });
      await vi.waitUntil(() => /test {2}somebody {2}unfamiliar {2}200/.test(printed), patient);
      run.child.kill('SIGTERM');
      expect((await run.end).exitCode).toBe(0);
    }));
});
