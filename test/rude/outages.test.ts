import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createHealth } from '../../main/core/sending/health.ts';
import { call, expectAllPaid, expectBook, makeRows, reportOf, startRudeMerchant } from './rude-merchant.ts';

/** The moment of the next question after this many answers were lost at once. */
function nextQuestionAfter(lostAnswers: number): number {
  const health = createHealth();
  for (let lost = 0; lost < lostAnswers; lost += 1) health.observe('useless', 1000);
  return health.nextProbeAt();
}

describe.concurrent('a network outage', () => {
  it('continues by itself when the gateway is away for a while in the middle of a batch', async () => {
    const rows = makeRows(30);
    const taken = Promise.withResolvers<void>();
    await using merchant = await startRudeMerchant({
      afterwards: ({ count }, usual) => {
        if (count === 12) taken.resolve();
        return usual;
      },
    });
    const { child, end } = merchant.startPay(rows);
    const noticed = new Promise<void>((resolve) => {
      child.stderr?.on('data', (text: string) => {
        if (text.includes('Bursar keeps trying')) resolve();
      });
    });
    await taken.promise;
    await merchant.gateway.leave();
    await noticed;
    await merchant.gateway.comeBack();
    const finished = await end;
    await expectAllPaid(merchant, finished, rows);
    expect(finished.stderr).toContain('answers again');
  });

  it('sends nothing and ends with 6 if the gateway was never reachable', async () => {
    const rows = makeRows(2);
    await using merchant = await startRudeMerchant();
    await merchant.gateway.leave();
    const end = await merchant.pay(rows);
    expect(end.exitCode).toBe(6);
    expect(end.stderr).toContain('could not be reached');
    await merchant.gateway.comeBack();
    await expectAllPaid(merchant, await merchant.pay(rows), rows);
  });

  it('names what is unknown when the gateway is gone for good, and resume pays it exactly once', async () => {
    const rows = makeRows(3);
    let isGone = false;
    let wasGone = false;
    await using merchant = await startRudeMerchant({
      afterwards: ({ method, idPayment }, usual) => {
        isGone ||= !wasGone && method === 'POST' && idPayment !== null;
        wasGone ||= isGone;
        return isGone ? 'hangUp' : usual;
      },
      instead: () => (isGone ? 'hangUp' : null),
    });
    const file = merchant.writeRows(rows);
    const silent = await merchant.withBursar(async ({ dispatch }) => {
      const bytes = await readFile(file);
      const imported = await dispatch('batches.import', { fileName: 'payouts.csv', bytes }, call());
      if (!imported.ok) throw new Error(imported.error.message);
      const { batchId, rowsHash } = imported.value.batch;
      const released = await dispatch('batches.release', { batchId, rowsHash }, call());
      expect(released).toMatchObject({ ok: true });
      return dispatch('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 8000 }, call());
    });
    expect(silent).toMatchObject({ ok: true, value: { outcome: 'silent' } });
    expect((await merchant.records()).map(({ state }) => state)).toEqual(rows.map(() => 'unknown'));
    isGone = false;
    const end = await merchant.run('resume', '--json');
    expect(reportOf(end).batches).toHaveLength(1);
    expectBook(merchant, rows);
    expect(end.exitCode).toBe(0);
  });

  it('waits no longer after twenty answers lost at once than after three', () => {
    expect(nextQuestionAfter(20)).toBe(nextQuestionAfter(3));
  });
  it('asks again at once, and counts the silence from then on, if the clock is set back during an outage', () => {
    const [before, after] = [365 * 86_400_000, 1000];
    const health = createHealth();
    for (let lost = 0; lost < 3; lost += 1) health.observe('useless', before);
    expect(health.nextProbeAt()).toBeGreaterThan(before);
    health.clockWasSetBack(after);
    expect(health.nextProbeAt()).toBeLessThanOrEqual(after);
    expect(health.silentForMs(after + 5000)).toBe(5000);
  });
});
