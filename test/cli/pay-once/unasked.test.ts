import { expect, it } from 'vitest';
import { attentionText } from '../../../contract/text/attention/attention-text.ts';
import { retryFaultText } from '../../../contract/text/files/retry-fault.ts';
import { batchOutcome } from '../../../contract/text/outcome.ts';
import { paymentMeaning } from '../../../contract/text/payment-meaning.ts';
import { openBook, type Desk } from './book-desk.ts';

const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };
const hour = 3_600_000;
const day = 24 * hour;

/** A payout that took effect unseen, and of which the gateway tells nothing since. */
async function payUntold({ gateway, desk }: Awaited<ReturnType<typeof openBook>>, conduct: object) {
  gateway.treat('A-1', { posts: [{ isEffective: true, answer: 500 }], ...conduct });
  const batchId = await desk.draft([ada]);
  await desk.release(batchId);
  await ask(desk);
  return { batchId, idPayout: desk.idOf(batchId) };
}

/** As `bursar resume` asks, until nothing becomes known. */
const ask = (desk: Desk) =>
  desk.get('batches.run', { batchIds: null, until: 'sent', silenceLimitMs: 60_000, mustReach: false });

it.each([{ getStatus: 403 }, { getStatus: 404 }, { getStatus: 500 }, { hasMoney: false }])(
  'an unknown payout about which the gateway has said nothing for more than a day (%o) is left to a person, and still queried',
  async (conduct) => {
    const book = await openBook();
    const { gateway, time, desk } = book;
    const { batchId, idPayout } = await payUntold(book, conduct);
    time.pass(day - hour);
    await ask(desk);
    expect((await desk.get('payouts.show', { idPayout })).decisions).toEqual([]);
    time.pass(2 * hour);
    await ask(desk);
    const detail = await desk.get('payouts.show', { idPayout });
    expect(detail).toMatchObject({ state: 'unknown', decisions: ['sendAgain', 'notAccepted'] });
    expect(detail.problem?.code).toBe('couldNotAskForLong');
    expect(detail.problemMessage).toMatch(
      /For more than a day the gateway has not told Bursar .* keeps asking/,
    );
    const items = await desk.get('attention.list', {});
    expect(items).toContainEqual(expect.objectContaining({ kind: 'unknown', batchId, forAPerson: 1 }));
    expect(items.map(attentionText).join()).toContain('A person has to decide.');

    gateway.treat('A-1', {});
    await desk.run();
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(1);
    expect(await desk.get('audit.verify', {})).toMatchObject({ problems: [] });
  },
);

it('a payout that a person marked as not accepted is queried again by itself, and needs attention if its row was paid twice', async () => {
  const book = await openBook();
  const { gateway, time, desk } = book;
  const { batchId, idPayout } = await payUntold(book, { getStatus: 403 });
  time.pass(day + hour);
  await ask(desk);
  await desk.get('payouts.decide', { idPayout, decision: 'notAccepted' });
  gateway.treat(idPayout, { hiddenGets: 1000 });
  gateway.treat('A-1', {});
  const retry = await desk.retry(batchId);
  expect([batchId, String(retry)].map((each) => desk.states(each))).toEqual([['rejected'], ['paid']]);
  const detail = await desk.get('payouts.show', { idPayout });
  expect(paymentMeaning({ ...detail, kind: 'payout', origin: null })).toMatch(/Bursar keeps asking/);
  gateway.treat(idPayout, {});
  time.pass(day);
  await desk.run();
  expect(desk.states(batchId)).toEqual(['paid']);
  expect((await desk.get('attention.list', {})).map(({ kind }) => kind)).toContain('paidTwice');
  expect(await desk.get('audit.verify', {})).toMatchObject({ problems: [] });
});

/** A payout that the gateway accepted by 201, and of which it tells nothing since. */
async function payAccepted({ gateway, desk }: Awaited<ReturnType<typeof openBook>>, conduct: object) {
  gateway.treat('A-1', conduct);
  const batchId = await desk.draft([ada]);
  await desk.release(batchId);
  await ask(desk);
  return { batchId, idPayout: desk.idOf(batchId) };
}

/** Asks five times, each when the question is due. */
async function askOften({ time, desk }: Awaited<ReturnType<typeof openBook>>, idPayout: string) {
  for (let times = 0; times < 5; times += 1) {
    await desk.tell('payouts.refresh', { idPayout });
    time.pass(hour / 10);
  }
}

it.each([{ getStatus: 403 }, { getStatus: 404 }, { getStatus: 500 }])(
  'an accepted payout whose outcome the gateway has not reported for more than a day (%o) needs attention, and nothing else is claimed',
  async (conduct) => {
    const book = await openBook();
    const { gateway, time, desk } = book;
    const { batchId, idPayout } = await payAccepted(book, conduct);
    await askOften(book, idPayout);
    time.pass(day - 2 * hour);
    await askOften(book, idPayout);
    expect((await desk.get('attention.list', {})).filter(({ kind }) => kind === 'unanswered')).toEqual([]);
    time.pass(2 * hour);
    await askOften(book, idPayout);
    const detail = await desk.get('payouts.show', { idPayout });
    expect(detail).toMatchObject({ state: 'accepted', decisions: [], isRetriable: false });
    expect(detail.problemMessage).toMatch(
      /^The gateway accepted payout .* on .*, and for more than a day has not said what became of it\. Bursar keeps asking\./,
    );
    const items = await desk.get('attention.list', {});
    expect(items).toMatchObject([{ kind: 'unanswered', batchId, count: 1 }]);
    expect(items.map(attentionText).join()).toMatch(
      /^1 payout of .* accepted by the gateway, on .* Bursar keeps asking\. Ask the gateway's operator\.$/,
    );
    const report = await desk.get('batches.show', { batchId });
    expect(report).toMatchObject({ byState: { accepted: 1 }, unanswered: 1 });
    expect(batchOutcome(report).text).toBe('1 without an answer');

    gateway.treat('A-1', {});
    await desk.run();
    expect(desk.states(batchId)).toEqual(['paid']);
    expect((await desk.get('attention.list', {})).filter(({ kind }) => kind === 'unanswered')).toEqual([]);
    expect(await desk.get('batches.show', { batchId })).toMatchObject({ unanswered: 0 });
    expect(gateway.timesPaid('A-1')).toBe(1);
    expect(await desk.get('audit.verify', {})).toMatchObject({ problems: [] });
  },
);

it('a person can have the request of such a payout repeated, and it is paid once', async () => {
  const book = await openBook();
  const { gateway, time, desk } = book;
  const { batchId, idPayout } = await payUntold(book, { getStatus: 403 });
  time.pass(day + hour);
  await ask(desk);
  await desk.get('payouts.decide', { idPayout, decision: 'sendAgain' });
  await ask(desk);
  expect(desk.states(batchId)).toEqual(['accepted']);
  expect(gateway.timesPaid('A-1')).toBe(1);
});

it.each(['sendAgain', 'notAccepted'] as const)(
  'a decision about such a payout (%s) is refused if the gateway, asked once more before it, has it',
  async (decision) => {
    const book = await openBook();
    const { gateway, time, desk } = book;
    const { batchId, idPayout } = await payUntold(book, { getStatus: 403 });
    time.pass(day + hour);
    await ask(desk);
    gateway.treat('A-1', {});
    const decided = await desk.tell('payouts.decide', { idPayout, decision });
    expect(decided).toMatchObject({ ok: false, error: { code: 'notDecidable' } });
    expect(decided).toHaveProperty('error.message', expect.stringContaining(`${idPayout} is paid, so`));
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(1);
    expect(await desk.get('audit.verify', {})).toMatchObject({ problems: [] });
  },
);

it('such a payout is paid if the gateway answers so while a person marks it as not accepted', async () => {
  const book = await openBook();
  const { gateway, time, desk } = book;
  const { idPayout } = await payUntold(book, { getStatus: 500 });
  time.pass(day + hour);
  await ask(desk);
  const decided = Promise.withResolvers<void>();
  gateway.treat('A-1', { answersAfter: decided.promise });
  const questions = () => gateway.requests().filter(({ method }) => method === 'GET').length;
  const before = questions();
  const asked = desk.get('payouts.refresh', { idPayout });
  await expect.poll(questions).toBe(before + 1);
  gateway.treat('A-1', { getStatus: 500 });
  expect(await desk.get('payouts.decide', { idPayout, decision: 'notAccepted' })).toMatchObject({
    state: 'rejected',
  });
  decided.resolve();
  expect(await asked).toMatchObject({ state: 'paid', gatewayStatus: 'SUCCESS' });
  const items = await desk.get('attention.list', {});
  expect(items).toContainEqual(expect.objectContaining({ kind: 'endChanged' }));
  expect((await desk.get('audit.verify', {})).problems).toEqual([]);
});

it('the retry of such a payout, marked as not accepted, waits until the gateway can be queried about it', async () => {
  const book = await openBook();
  const { gateway, time, desk } = book;
  const { batchId, idPayout } = await payUntold(book, { getStatus: 403 });
  time.pass(day + hour);
  await ask(desk);
  await desk.get('payouts.decide', { idPayout, decision: 'notAccepted' });
  expect(desk.states(batchId)).toEqual(['rejected']);
  expect(await desk.retry(batchId)).toEqual({ refused: 'gatewayForbidden' });
  gateway.treat('A-1', {});
  expect(await desk.retry(batchId)).toHaveProperty('refused');
  await desk.run();
  expect(desk.states(batchId)).toEqual(['paid']);
  expect(gateway.timesPaid('A-1')).toBe(1);
});

it('no clock of this computer leaves such a payout to a person, and an answer in between starts the day again', async () => {
  const book = await openBook();
  const { gateway, time, desk } = book;
  const { idPayout } = await payUntold(book, { getStatus: 403 });
  for (const ms of [400 * day, -800 * day, 400 * day]) {
    time.set(ms);
    await ask(desk);
    expect((await desk.get('payouts.show', { idPayout })).decisions).toEqual([]);
  }
  time.pass(day - 2 * hour);
  gateway.treat('A-1', { posts: [null, { isEffective: false, answer: 500 }] });
  gateway.treat(idPayout, { hiddenGets: 1 });
  await desk.tell('payouts.refresh', { idPayout });
  gateway.treat('A-1', { posts: [null, { isEffective: false, answer: 500 }], getStatus: 403 });
  await ask(desk);
  time.pass(3 * hour);
  await ask(desk);
  expect((await desk.get('payouts.show', { idPayout })).decisions).toEqual([]);
});

it('a failed payout that the gateway has forgotten excludes only its own row from a retry, and that row is paid in a file of its own', async () => {
  const { gateway, desk } = await openBook();
  const bob = { ...ada, accountNumber: 'A-2', accountName: 'Bob', reference: 'invoice 2' };
  const failing = { status: 'REFUSED', isProcessed: true };
  for (const { accountNumber } of [ada, bob]) gateway.treat(accountNumber, failing);
  const batchId = await desk.pay([ada, bob]);
  for (const { accountNumber } of [ada, bob]) gateway.treat(accountNumber, {});
  const idPayout = desk.idOf(batchId, 1);
  gateway.treat(idPayout, { getStatus: 410 });
  gateway.treat(desk.idOf(batchId, 2), failing);

  const retry = (await desk.get('batches.retry', { batchId })).batchId;
  const fault = { code: 'retryForgotten', idPayout } as const;
  expect(await desk.release(retry, true)).toMatchObject({
    error: { code: 'retryOvertaken', details: { problems: [{ field: 'row 1', fault }] } },
  });
  expect(retryFaultText(fault)).toMatch(/Ask the gateway's operator.*pay it in a new file/);
  const opened = await desk.get('sheets.open', { source: { kind: 'draft', batchId: retry } });
  if (opened.kind !== 'opened') throw new Error('no sheet');
  const { sheetId, version } = opened.sheet;
  await desk.get('sheets.setAside', { sheetId, rows: { kind: 'rowNumbers', rowNumbers: [1], version } });
  const rest = (await desk.get('sheets.prepare', { sheetId })).batchId;
  expect(await desk.release(rest, true)).toMatchObject({ ok: true });
  await desk.run(rest);
  expect([gateway.timesPaid('A-1'), gateway.timesPaid('A-2')]).toEqual([1, 2]);

  const again = await desk.draft([ada]);
  expect(await desk.release(again)).toMatchObject({ error: { code: 'duplicateHeld' } });
  expect(await desk.release(again, true)).toMatchObject({ ok: true });
  await desk.run(again);
  expect(desk.states(again)).toEqual(['paid']);
});
