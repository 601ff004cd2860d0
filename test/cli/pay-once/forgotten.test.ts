import { expect, it, onTestFinished, vi } from 'vitest';
import { attentionText } from '../../../contract/text/attention/attention-text.ts';
import { paymentMeaning } from '../../../contract/text/payment-meaning.ts';
import { problemText } from '../../../contract/text/problem-text.ts';
import { notFoundTimes } from '../../../main/core/payments/schedule.ts';
import { reportOf, startRudeMerchant } from '../../rude/rude-merchant.ts';
import { openBook, type Desk } from './book-desk.ts';

const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };
const hour = 3_600_000;
const day = 24 * hour;
const lostAfter = (answer: number) => ({ posts: [{ isEffective: false, answer }], isProcessed: false });

/** What window and command line say of the only row of a batch. */
async function saidOf(desk: Desk, batchId: string) {
  const detail = await desk.get('payouts.show', { idPayout: desk.idOf(batchId) });
  if (detail.problem === null) throw new Error('nothing is wrong with it');
  const subject = { ...detail, ...detail.money, kind: 'payout', idPayment: detail.idPayout } as const;
  const described = { ...subject, wasSent: true, origin: null };
  return { ...detail, meaning: paymentMeaning(described), words: problemText(detail.problem, subject) };
}

/** A payout that was answered like this, and of which the gateway has said for more than a day that it does not know it. */
async function payForgotten(
  { time, desk }: Pick<Awaited<ReturnType<typeof openBook>>, 'time' | 'desk'>,
  row = ada,
): Promise<string> {
  const batchId = await desk.draft([row]);
  expect((await desk.release(batchId)).ok).toBe(true);
  const until = 'sent';
  await desk.get('batches.run', { batchIds: [batchId], until, silenceLimitMs: 60_000, mustReach: true });
  for (let times = 0; times < notFoundTimes; times += 1) {
    await desk.tell('payouts.refresh', { idPayout: desk.idOf(batchId) });
    time.pass(day + hour);
  }
  await desk.tell('payouts.refresh', { idPayout: desk.idOf(batchId) });
  return batchId;
}

it('a payout that the gateway accepted and then has not known for a day is left to a person, with an attention item', async () => {
  const { gateway, time, desk } = await openBook();
  gateway.treat('A-1', lostAfter(201));
  const begun = time.steady();
  const batchId = await desk.pay([ada]);
  expect(time.steady() - begun).toBeGreaterThan(day);
  expect(gateway.timesPaid('A-1')).toBe(0);
  expect(desk.states(batchId)).toEqual(['unknown']);
  const said = await saidOf(desk, batchId);
  expect(said.decisions).toEqual(['sendAgain', 'notAccepted']);
  for (const text of [said.meaning, said.words]) {
    expect(text).toContain('accepted');
    expect(text).toContain('for more than a day that it does not know it');
    expect(text).not.toMatch(/keeps asking|processing it|whether the gateway accepted/);
  }
  const items = await desk.get('attention.list', {});
  expect(items).toMatchObject([{ kind: 'unknown', batchId, forAPerson: 1 }]);
  expect(items.map(attentionText).join()).toContain('A person has to decide.');
  expect(await desk.get('audit.verify', {})).toMatchObject({ problems: [] });
});

it('a payout is also left to a person if a request was seen to take effect and the gateway then does not know it', async () => {
  const { gateway, time, desk } = await openBook();
  const posts = [
    { isEffective: false, answer: 500 },
    { isEffective: false, answer: 409 },
  ];
  gateway.treat('A-1', { posts });
  const batchId = await payForgotten({ time, desk });
  const said = await saidOf(desk, batchId);
  expect(said).toMatchObject({ state: 'unknown', decisions: ['sendAgain', 'notAccepted'] });
  expect(said.words).toContain('answered a repeat of the request that it already has this order ID');
  for (const text of [said.meaning, said.words]) expect(text).not.toContain('accepted this');
});

it('I11: a payout that a person marked as not accepted is paid once by its retry, and the records state the decision', async () => {
  const { gateway, time, desk } = await openBook();
  gateway.treat('A-1', lostAfter(201));
  const batchId = await payForgotten({ time, desk });
  const idPayout = desk.idOf(batchId);
  await desk.get('payouts.decide', { idPayout, decision: 'notAccepted' });
  const said = await saidOf(desk, batchId);
  expect(said).toMatchObject({ state: 'rejected', isRetriable: true });
  for (const text of [said.meaning, said.words])
    expect(text).toContain('the gateway no longer has this payout, which it had accepted');
  gateway.treat('A-1', {});
  const retry = await desk.retry(batchId);
  if (typeof retry !== 'string') throw new Error(retry.refused);
  expect(desk.states(retry)).toEqual(['paid']);
  expect(gateway.timesPaid('A-1')).toBe(1);
});

it('I2: a payout whose request a person repeats keeps its order ID and is paid once', async () => {
  const { gateway, time, desk } = await openBook();
  gateway.treat('A-1', lostAfter(201));
  const batchId = await payForgotten({ time, desk });
  await desk.get('payouts.decide', { idPayout: desk.idOf(batchId), decision: 'sendAgain' });
  await desk.run(batchId);
  expect(desk.states(batchId)).toEqual(['paid']);
  expect(gateway.accepted().map(({ idPayment }) => idPayment)).toEqual([desk.idOf(batchId)]);
});

it('a payout that the gateway finds again, within the day or later, is paid and needs nobody', async () => {
  const { gateway, time, desk } = await openBook();
  gateway.treat('A-1', { hiddenGets: 20 });
  const within = await desk.pay([ada]);
  expect(desk.states(within)).toEqual(['paid']);
  gateway.treat('A-2', { hiddenGets: 1000 });
  const bob = { accountNumber: 'A-2', amount: '20.00', accountName: 'Bob', reference: 'invoice 2' };
  const later = await payForgotten({ time, desk }, bob);
  expect(desk.states(later)).toEqual(['unknown']);
  const idPayout = desk.idOf(later);
  // A question that fails in between changes neither what is known nor who decides.
  gateway.treat('A-2', { getStatus: 500 });
  expect((await desk.tell('payouts.refresh', { idPayout })).ok).toBe(false);
  gateway.treat('A-2', { hiddenGets: 1000 });
  await desk.run();
  expect(await saidOf(desk, later)).toMatchObject({
    state: 'unknown',
    decisions: ['sendAgain', 'notAccepted'],
  });
  for (const name of ['A-2', idPayout]) gateway.treat(name, {});
  expect(await desk.get('payouts.refresh', { idPayout })).toMatchObject({ state: 'paid' });
  expect(await desk.get('attention.list', {})).toEqual([]);
});

it('clock changes leave no accepted payout to a person', async () => {
  for (const ms of [400 * day, -400 * day]) {
    const { gateway, time, desk } = await openBook();
    gateway.treat('A-1', { hiddenGets: 20 });
    const batchId = await desk.draft([ada]);
    await desk.release(batchId);
    await desk.get('batches.run', {
      batchIds: [batchId],
      until: 'sent',
      silenceLimitMs: 1000,
      mustReach: true,
    });
    await desk.get('payouts.refresh', { idPayout: desk.idOf(batchId) }).catch(() => null);
    time.set(ms);
    await desk.restart();
    await desk.run();
    expect(desk.states(batchId)).toEqual(['paid']);
  }
});

it('the command line says so, and accepts the decision with the warning that it may pay twice', async () => {
  let aheadMs = 0;
  const trueNow = Date.now;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => trueNow() + aheadMs);
  onTestFinished(() => clock.mockRestore());
  const date = () => ({ Date: new Date(Date.now()).toUTCString() });
  await using merchant = await startRudeMerchant({
    instead: ({ method, idPayment }) =>
      method === 'POST' && idPayment !== null ? { status: 201, body: {}, headers: date() } : null,
    afterwards: (_seen, usual) => (usual === 'hangUp' ? usual : { ...usual, headers: date() }),
  });
  const rows = [{ amount: '10.00', currencyCode: 'EUR', accountNumber: 'A-1' }];
  await merchant.pay(rows, '--no-wait');
  const [{ idPayout = '' } = {}] = await merchant.records();
  const refresh = () =>
    merchant.withBursar(async ({ dispatch }) => {
      const call = { signal: new AbortController().signal, confirm: () => Promise.resolve(true) };
      await dispatch('payouts.refresh', { idPayout }, call);
    });
  await refresh();
  aheadMs = day + hour;
  // Only answers to queries that are due count, several of them.
  const stateNow = async () => {
    await refresh();
    return (await merchant.records()).map(({ state }) => state);
  };
  await expect.poll(stateNow, { timeout: 60_000 }).toEqual(['unknown']);
  const shown = await merchant.run('payout', idPayout);
  expect(shown.stdout).toMatch(/for more than a day that it does not know it[^]*A person has to decide/);
  expect(shown.stdout).toMatch(/Decide with +--send-again or --not-accepted\n +.* may pay twice\./);
  const attention = await merchant.run('attention');
  expect(attention.stdout).toContain('A person has to decide');
  const decided = await merchant.run('payout', idPayout, '--not-accepted');
  expect(`${decided.stdout}${decided.stderr}`).toContain('may pay the payee twice');
  expect((await merchant.records()).map(({ state }) => state)).toEqual(['rejected']);
});

it('a retry on the command line says which rows it leaves out, and names the draft that keeps a forgotten one', async () => {
  const sent = new Set<string>();
  /** The status of a payout; null: the gateway does not know it. */
  const ends = new Map<string, string | null>();
  const money = { amount: '10.00', currencyCode: 'EUR' };
  await using merchant = await startRudeMerchant({
    instead: ({ method, idPayment }) => {
      if (idPayment === null) return null;
      if (method === 'POST') {
        sent.add(idPayment);
        return { status: 201, body: {} };
      }
      const status = sent.has(idPayment) ? (ends.get(idPayment) ?? 'REFUSED') : 'GONE';
      if (status === 'GONE') return { status: 410, body: {} };
      const at = new Date().toISOString();
      const process = { status, createdAt: at, processedAt: at, isTest: true };
      return { status: 200, body: { paymentRequested: { money }, process } };
    },
  });
  const rows = ['A-1', 'A-2', 'A-3'].map((accountNumber) => ({ ...money, accountNumber }));
  const { batches } = reportOf(await merchant.pay(rows));
  const [{ batchId = '' } = {}] = batches;
  ends.set(`${batchId}-1`, 'SUCCESS').set(`${batchId}-2`, 'GONE');
  const before = sent.size;

  const { exitCode, stderr } = await merchant.run('batch', 'retry', batchId, '--yes');
  expect(sent.size).toBe(before);
  expect(stderr.match(/^Left out: .*$/gm)).toEqual([
    `Left out: Payout ${batchId}-1 is paid, no longer failed or rejected. It is not paid again.`,
  ]);
  const [, draft = ''] = /1 row of batch (\w+) is no longer to be paid/.exec(stderr) ?? [];
  expect(stderr).toContain(`row 1: The gateway no longer knows payout ${batchId}-2`);
  expect(exitCode).toBe(2);
  const aside = await merchant.run(
    'batch',
    'set-aside',
    draft,
    '--rows',
    '1',
    '--out',
    `${merchant.directory}/../rest.csv`,
  );
  const [, rest = ''] = /^(\w+) +draft/m.exec(aside.stdout) ?? [];
  await merchant.run('release', rest, '--yes');
  expect(sent.size).toBe(before + 1);
});
