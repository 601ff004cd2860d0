import { expect, it, onTestFinished } from 'vitest';
import { hourMs, minuteMs } from '../../../../contract/duration.ts';
import type { CallbackListening } from '../../../../main/core/ports/index.ts';
import { createBackgroundWork } from '../../../../main/core/maintenance/watch-background.ts';
import { createAsker } from '../../../../main/core/receiving/callbacks/asker.ts';
import { createListener } from '../../../../main/core/receiving/callbacks/listener.ts';
import { VirtualOffice } from '../../../kit/virtual-office.ts';

type Hear = Parameters<CallbackListening['open']>[2]['hear'];

/** A paid payout whose next status only a callback brings, and a listener without a server. */
async function openPaid() {
  const queries: { readonly at: number; readonly path: string }[] = [];
  const office = new VirtualOffice({
    start: Date.UTC(2026, 2, 2, 8),
    onDeparture: ({ at, method, path }) => {
      if (method === 'GET') queries.push({ at, path });
    },
  });
  office.addProfile('main');
  const { batchId } = await office.draft([{ amount: '10.00', account: 'A1' }]);
  expect(await office.release(batchId)).toMatchObject({ ok: true });
  await office.get('runner.start', {});
  await office.pass(10 * minuteMs);
  const idPayout = `${batchId}-1`;
  const show = async () => office.get('payouts.show', { idPayout });
  expect((await show()).state).toBe('paid');

  const hears: Hear[] = [];
  const background = createBackgroundWork({ clock: office.clock, emit: () => undefined });
  const listener = createListener(
    { ...office.parts, background },
    {
      open: async (_where, _paths, { hear }) => {
        hears.push(hear);
        return { ok: true, value: { port: 1, serve: () => undefined, close: () => Promise.resolve() } };
      },
    },
  );
  const listenAt = (port: number) => office.until(listener.listenAt({ host: '127.0.0.1', port }));
  await listenAt(4000);
  onTestFinished(async () => {
    await office.until(listener.end());
    await office.close();
  });
  const usual = office.gateway.handle.bind(office.gateway);
  let reply: { readonly status: number; readonly body: string } | null = null;
  office.gateway.handle = (request) => {
    const answer = usual(request);
    if (request.method !== 'GET' || !request.path.endsWith(idPayout)) return answer;
    return reply === null
      ? { ...answer, body: String(answer.body).replace('"SUCCESS"', '"RETURNED"') }
      : { ...answer, ...reply };
  };
  return {
    office,
    listener,
    listenAt,
    failures: () => background.failures().map(({ task, error }) => [task, error]),
    status: async () => (await show()).gatewayStatus,
    payment: () => {
      const [found] = office.parts.store.paymentsNamed('key-main', idPayout);
      if (found === undefined) throw new Error('no payout');
      return found;
    },
    /** How long after the callback each query left. */
    callback: (): (() => number[]) => {
      const at = office.clock.now();
      const heard = { keyId: 'key-main', idEntity: idPayout, status: 200, fault: null };
      hears.at(-1)?.({ heard: [{ ...heard, kind: 'received' }], turnedAway: 0 });
      const ofOurs = ({ path, at: leftAt }: { path: string; at: number }) =>
        path.endsWith(idPayout) && leftAt >= at;
      return () => queries.filter(ofOurs).map((query) => query.at - at);
    },
    answerWith: (status: number | null) => {
      reply = status === null ? null : { status, body: '{}' };
    },
  };
}

it('a paid payout about which no query is answered after a callback is queried again until one is', async () => {
  const { office, answerWith, callback, failures, status } = await openPaid();
  answerWith(500);
  const asked = callback();
  await office.pass(4 * hourMs);
  expect(await status()).toBe('SUCCESS');
  expect(failures()).toEqual([['callbackQuestions', 'gatewayServerError']]);
  const waits = asked().map((at, index, all) => at - (all[index - 1] ?? 0));
  expect(waits.length).toBeGreaterThan(5);
  expect(waits.length).toBeLessThan(25);
  expect(waits.at(-1)).toBeGreaterThan(30 * minuteMs);
  answerWith(null);
  await office.pass(2 * hourMs);
  expect(await status()).toBe('RETURNED');
  expect(failures()).toEqual([]);
});

it('a second callback about such a payout brings its next query forward', async () => {
  const { office, answerWith, callback, status } = await openPaid();
  answerWith(500);
  callback();
  await office.pass(4 * hourMs);
  answerWith(null);
  callback();
  await office.pass(minuteMs);
  expect(await status()).toBe('RETURNED');
});

it('such a payout still waits after the listener has moved to another port', async () => {
  const { office, answerWith, callback, listenAt, status } = await openPaid();
  answerWith(500);
  callback();
  await office.pass(minuteMs);
  await listenAt(4001);
  answerWith(null);
  await office.pass(2 * hourMs);
  expect(await status()).toBe('RETURNED');
});

it('such a payout is queried after its callback however many payments that are polled anyway wait', async () => {
  const { office, payment, status } = await openPaid();
  const asker = createAsker(office.parts);
  const polled = Array.from({ length: 1001 }, (_, index) =>
    asker.ask({ paymentId: 1_000_000_000_000 + index, state: 'accepted', dueAt: office.clock.now() }),
  );
  expect(polled.indexOf(false)).toBe(1000);
  expect(asker.ask(payment())).toBe(true);
  await office.pass(minuteMs);
  expect(await status()).toBe('RETURNED');
  await asker.stop();
});

it('is queried once where the gateway does not know it', async () => {
  const { office, answerWith, callback, failures } = await openPaid();
  answerWith(410);
  const asked = callback();
  await office.pass(4 * hourMs);
  expect(asked()).toHaveLength(1);
  expect(failures()).toEqual([]);
});
