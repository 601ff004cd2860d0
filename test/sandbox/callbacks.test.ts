import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CallbackOutcome } from '../../sandbox/index.ts';
import { createBench, paymentBody, startMs } from './harness.ts';
import { ask, askToken, authorized, createHandClock, start, startReceiver } from './server-harness.ts';

const callbackUrl = 'http://127.0.0.1:9/callbacks';
const minute = 60_000;
/** Beyond the time that a busy machine takes. */
const patienceMs = 60_000;

function createPaid(name: string, accountNumber = '1') {
  const bench = createBench({ settleMs: 1000 });
  const token = bench.token();
  bench.send('POST', `/${name}/order-1`, { token, body: paymentBody({ callbackUrl, accountNumber }) });
  return bench;
}

function answered(status: number): CallbackOutcome {
  return { kind: 'answered', status };
}

describe('the schedule of callbacks', () => {
  it.each(['payouts', 'payins'])(
    'makes one due when processing of %s finishes, and carries idEntity alone',
    (name) => {
      const bench = createPaid(name);
      expect(bench.gateway.nextCallbackAt()).toBe(startMs + 1000);
      bench.advance(999);
      expect(bench.gateway.takeDueCallbacks(10)).toEqual([]);
      bench.advance(1);
      expect(bench.gateway.takeDueCallbacks(10)).toEqual([
        { callbackId: 1, url: callbackUrl, body: '{"idEntity":"order-1"}', attempt: 1 },
      ]);
      expect(bench.gateway.takeDueCallbacks(10)).toEqual([]);
    },
  );

  it('makes one due when processing fails, too', () => {
    const bench = createPaid('payouts', '9001');
    bench.advance(1000);
    expect(bench.gateway.takeDueCallbacks(10)).toHaveLength(1);
  });

  it('schedules none for top-ups, for payments without callbackUrl, and for those never accepted', () => {
    for (const bench of [createPaid('topups'), createPaid('payouts', '9002')]) {
      bench.advance(minute);
      expect(bench.gateway.takeDueCallbacks(10)).toEqual([]);
    }
    const bench = createBench();
    bench.send('POST', '/payouts/a', { token: bench.token(), body: paymentBody() });
    bench.advance(minute);
    expect(bench.gateway.callbacks()).toEqual([]);
  });

  it('repeats one that is not answered 200 four times, 2 minutes apart, and then gives up', () => {
    const bench = createPaid('payouts');
    bench.advance(1000);
    const outcomes = [
      answered(500),
      answered(204),
      { kind: 'noAnswer' } as const,
      answered(302),
      answered(404),
    ];
    for (const [index, outcome] of outcomes.entries()) {
      const [due, ...others] = bench.gateway.takeDueCallbacks(10);
      expect(due).toMatchObject({ attempt: index + 1, body: '{"idEntity":"order-1"}' });
      expect(others).toEqual([]);
      bench.gateway.reportCallback(1, outcome);
      if (index < 4) expect(bench.gateway.nextCallbackAt()).toBe(bench.now() + 2 * minute);
      bench.advance(2 * minute - 1);
      expect(bench.gateway.takeDueCallbacks(10)).toEqual([]);
      bench.advance(1);
    }
    bench.advance(1000 * minute);
    expect(bench.gateway.takeDueCallbacks(10)).toEqual([]);
    const [record] = bench.gateway.callbacks();
    expect(record?.state).toBe('givenUp');
    expect(record?.attempts.map(({ at }) => at - startMs - 1000)).toEqual(
      [0, 2, 4, 6, 8].map((count) => count * minute),
    );
  });

  it('ends with the first 200', () => {
    const bench = createPaid('payouts');
    bench.advance(1000);
    bench.gateway.takeDueCallbacks(10);
    bench.gateway.reportCallback(1, answered(200));
    expect(bench.gateway.nextCallbackAt()).toBeNull();
    expect(bench.gateway.callbacks()).toMatchObject([{ state: 'delivered' }]);
  });

  it('returns them in the order in which processing finished, up to the limit', () => {
    const bench = createBench();
    const token = bench.token();
    for (const [id, accountNumber] of [
      ['slow', '9006'],
      ['a', '1'],
      ['b', '1'],
      ['c', '1'],
    ]) {
      if (accountNumber === undefined) continue;
      bench.send('POST', `/payouts/${id}`, { token, body: paymentBody({ callbackUrl, accountNumber }) });
    }
    bench.advance(minute);
    const take = () => bench.gateway.takeDueCallbacks(2).map(({ body }) => body);
    expect([...take(), ...take()]).toEqual(
      ['a', 'b', 'c', 'slow'].map((idEntity) => JSON.stringify({ idEntity })),
    );
  });

  it.each(['ftp://127.0.0.1/x', 'nonsense', 'javascript:1', `http://a/${'x'.repeat(2000)}`])(
    'answers 400 to the callbackUrl %s',
    (url) => {
      const bench = createBench();
      const body = paymentBody({ callbackUrl: url });
      expect(bench.send('POST', '/payouts/a', { token: bench.token(), body }).status).toBe(400);
    },
  );
});

describe('the delivery of callbacks', () => {
  async function startPaying(url: string) {
    const clock = createHandClock();
    const sandbox = await start({ clock });
    onTestFinished(() => sandbox.close());
    const token = await askToken(sandbox.url, clock.now());
    const body = paymentBody({ callbackUrl: url });
    const created = await ask(`${sandbox.url}/payouts/order-1`, {
      method: 'POST',
      headers: authorized(token),
      body,
    });
    expect(created.status).toBe(201);
    const state = () => sandbox.gateway.callbacks()[0]?.state;
    return { clock, sandbox, state };
  }

  it('posts over HTTP at the right times until 200 is answered, and follows no redirection', async () => {
    const receiver = await startReceiver([500, 302]);
    onTestFinished(async () => void (await receiver.close()));
    const { clock, sandbox, state } = await startPaying(`http://localhost:${receiver.port}/cb`);
    clock.advance(999);
    expect(receiver.received).toEqual([]);
    clock.advance(1);
    for (const count of [1, 2]) {
      await receiver.count(count);
      await vi.waitFor(() => expect(sandbox.gateway.callbacks()[0]?.attempts).toHaveLength(count), {
        interval: 2,
        timeout: patienceMs,
      });
      expect(state()).toBe('waiting');
      clock.advance(2 * minute);
    }
    await receiver.count(3);
    await vi.waitFor(() => expect(state()).toBe('delivered'), { interval: 2, timeout: patienceMs });
    expect(receiver.received).toEqual(
      Array.from({ length: 3 }, () => ({
        method: 'POST',
        contentType: 'application/json',
        body: '{"idEntity":"order-1"}',
      })),
    );
  });

  it('gives up on a missing receiver after five attempts', async () => {
    const receiver = await startReceiver();
    await receiver.close();
    const { clock, sandbox, state } = await startPaying(`http://127.0.0.1:${receiver.port}/cb`);
    clock.advance(1000);
    for (let count = 1; count <= 5; count += 1) {
      await vi.waitFor(() => expect(sandbox.gateway.callbacks()[0]?.attempts).toHaveLength(count), {
        interval: 2,
        timeout: patienceMs,
      });
      clock.advance(2 * minute);
    }
    expect(state()).toBe('givenUp');
  });

  it.each([
    'https://merchant.example/callbacks',
    'http://10.0.0.1/cb',
    'http://0.0.0.0/cb',
    'http://[::]/cb',
    'http://127.0.0.1.example/cb',
    'http://localhost.example/cb',
  ])('sends nothing to %s and records it as undeliverable', async (url) => {
    const { clock, state } = await startPaying(url);
    clock.advance(1000);
    await vi.waitFor(() => expect(state()).toBe('undeliverable'), { interval: 2, timeout: patienceMs });
    clock.advance(10 * minute);
    expect(state()).toBe('undeliverable');
  });
});
