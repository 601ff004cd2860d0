import { describe, expect, it } from 'vitest';
import { openBook, openDesk, openRejected } from './book-desk.ts';
import type { Conduct } from './book-gateway.ts';

const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };
const bob = { accountNumber: 'A-2', amount: '20.00', accountName: 'Bob', reference: 'invoice 2' };
const file = [ada, bob];
const hour = 3_600_000;
const day = 24 * hour;

describe('the gateway remembers what this history does not', () => {
  it.each<readonly [string, Conduct]>([
    ['says when it created payments', {}],
    ['does not say when it created payments', { hasCreatedAt: false }],
  ])('and a file paid again from a restored backup is paid once if it %s', async (_how, conduct) => {
    const { gateway, time, desk } = await openBook();
    const backup = await desk.backup();
    const batchId = await desk.pay(file);
    time.pass(hour);
    await desk.restore(backup);
    gateway.treat('A-1', conduct);
    gateway.treat('A-2', conduct);
    expect(await desk.pay(file)).toBe(batchId);
    expect(desk.states(batchId)).toEqual(['outside', 'outside']);
    expect(['A-1', 'A-2'].map((account) => gateway.timesPaid(account))).toEqual([1, 1]);
    const { problemMessage, decisions } = await desk.get('payouts.show', { idPayout: desk.idOf(batchId) });
    expect(problemMessage).toMatch(
      conduct.hasCreatedAt === false
        ? /^It seems that this payout was already paid outside this history: .* It gives no usable time of creation, and does not say to whom it was paid\.$/
        : /^Already paid on \d{4}-\d\d-\d\d UTC outside this history, under this order ID: .* It does not say to whom it was paid\.$/,
    );
    expect(decisions).toEqual(['adopt', 'payAgain']);
    expect((await desk.get('batches.show', { batchId })).byState).toEqual({ outside: 2 });
    expect((await desk.get('attention.list', {})).map(({ kind }) => kind)).toEqual([
      'olderRecords',
      'outside',
    ]);
  });

  it('and a row is not retried from a restored backup where a lost retry was refused and its own retry was paid', async () => {
    const { gateway, desk } = await openBook();
    const refusedOnce = { posts: [{ isEffective: false, answer: 406 }] };
    gateway.treat('A-1', refusedOnce);
    const batchId = await desk.pay([ada]);
    expect(desk.states(batchId)).toEqual(['rejected']);
    const backup = await desk.backup();
    const refusedRetry = String(await desk.retry(batchId));
    expect(desk.states(refusedRetry)).toEqual(['rejected']);
    gateway.treat('A-1', {});
    expect(desk.states(String(await desk.retry(refusedRetry)))).toEqual(['paid']);
    await desk.restore(backup);
    expect(await desk.retry(batchId, true)).toEqual({ refused: 'recordsOlder' });
    expect(gateway.timesPaid('A-1')).toBe(1);
    await desk.get('attention.dismissOlderRecords', {});
    expect(await desk.retry(batchId, true)).toEqual({ refused: 'retryOvertaken' });
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('and a row is not retried here where another computer retried it, twice, and was paid', async () => {
    const { gateway, desk, colleague, batchId } = await openRejected(ada);
    const first = String(await colleague.retry(batchId));
    gateway.treat('A-1', {});
    const second = String(await colleague.retry(first));
    const there = [batchId, first, second].flatMap((id) => colleague.states(id));
    expect([...desk.states(batchId), ...there]).toEqual(['rejected', 'rejected', 'rejected', 'paid']);

    const { batchId: draft } = await desk.get('batches.retry', { batchId });
    const by = colleague.idOf(second);
    gateway.treat(by, { getStatus: 503 });
    expect(await desk.release(draft)).toMatchObject({ error: { code: 'gatewayServerError' } });
    gateway.treat(by, {});
    const fault = { code: 'retryElsewhere', idPayout: desk.idOf(batchId), by, status: 'SUCCESS' };
    const problems = [{ field: 'row 1', fault }];
    expect(await desk.release(draft)).toMatchObject({
      error: { code: 'retryOvertaken', details: { problems } },
    });
    expect(gateway.timesPaid('A-1')).toBe(1);
    // One that ended unpaid speaks against nothing.
    gateway.treat(by, { status: 'REFUSED', isProcessed: true });
    expect(await desk.release(draft)).toMatchObject({ ok: true });
  });

  it('and a colleague who pays the same file from another computer pays nobody twice', async () => {
    const { gateway, time, desk } = await openBook();
    await desk.pay(file);
    // The address is written otherwise there, and so are names and amounts.
    const colleague = await openDesk(gateway, time, { baseUrl: `${gateway.url.toUpperCase()}/` });
    time.pass(hour);
    const theirs = await colleague.pay([{ ...ada, accountName: 'ADA', amount: '10' }, bob]);
    expect(colleague.states(theirs)).toEqual(['outside', 'outside']);
    expect(gateway.accepted()).toHaveLength(2);
  });

  it('and a colleague who pays the same file does not repeat a row that was rejected there and paid by its retry', async () => {
    const { gateway, time, desk } = await openBook();
    gateway.treat('A-2', { posts: [{ isEffective: false, answer: 406 }] });
    const cal = { accountNumber: 'A-3', amount: '30.00', accountName: 'Cal', reference: 'invoice 3' };
    const mine = await desk.pay([ada, bob, cal]);
    gateway.treat('A-2', {});
    const retry = String(await desk.retry(mine));
    expect([...desk.states(mine), ...desk.states(retry)]).toEqual(['paid', 'rejected', 'paid', 'paid']);
    time.pass(hour);
    const colleague = await openDesk(gateway, time);
    gateway.treat(desk.idOf(retry), { getStatus: 503 });
    const theirs = await colleague.draft([ada, bob, cal]);
    await colleague.release(theirs);
    await colleague.get('batches.run', {
      batchIds: [theirs],
      until: 'sent',
      silenceLimitMs: 60_000,
      mustReach: true,
    });
    expect(colleague.states(theirs)).toEqual(['outside', 'queued', 'queued']);
    gateway.treat(desk.idOf(retry), {});
    await colleague.run(theirs);
    expect(colleague.states(theirs)).toEqual(['outside', 'cancelled', 'outside']);
    expect(['A-1', 'A-2', 'A-3'].map((account) => gateway.timesPaid(account))).toEqual([1, 1, 1]);
    const { events } = await colleague.get('payouts.show', { idPayout: `${theirs}-2` });
    const by = { idPayment: desk.idOf(retry), state: 'paid' };
    expect(events.at(-1)?.reason).toEqual({ code: 'overtaken', by });
  });

  it('and no row of a file that was rejected there as a whole and paid by its retries is repeated', async () => {
    const { gateway, time, desk } = await openBook();
    for (const account of ['A-1', 'A-2'])
      gateway.treat(account, { posts: [{ isEffective: false, answer: 406 }] });
    const mine = await desk.pay([ada, bob]);
    for (const account of ['A-1', 'A-2']) gateway.treat(account, {});
    const retry = String(await desk.retry(mine));
    expect([...desk.states(mine), ...desk.states(retry)]).toEqual(['rejected', 'rejected', 'paid', 'paid']);
    time.pass(hour);
    const colleague = await openDesk(gateway, time);
    const theirs = await colleague.pay([ada, bob]);
    expect(colleague.states(theirs)).toEqual(['cancelled', 'cancelled']);
    expect(['A-1', 'A-2'].map((account) => gateway.timesPaid(account))).toEqual([1, 1]);
  });

  it('and a payout in progress there is adopted, followed to its final state, and retried only if it failed', async () => {
    const { gateway, time, desk } = await openBook();
    gateway.treat('A-1', { status: 'PENDING', isProcessed: false });
    const mine = await desk.draft([ada]);
    await desk.release(mine);
    const colleague = await openDesk(gateway, time);
    gateway.treat(desk.idOf(mine), { status: 'PENDING', isProcessed: false });
    await desk.get('batches.run', {
      batchIds: [mine],
      until: 'sent',
      silenceLimitMs: 60_000,
      mustReach: true,
    });
    time.pass(hour);
    const theirs = await colleague.pay([ada]);
    const idPayout = colleague.idOf(theirs);
    expect((await colleague.get('payouts.show', { idPayout })).problemMessage).toMatch(/^Already sent/);
    await colleague.get('payouts.decide', { idPayout, decision: 'adopt' });
    expect(await colleague.retry(theirs)).toHaveProperty('refused');
    gateway.treat(idPayout, { status: 'REFUSED', isProcessed: true });
    await colleague.run(theirs);
    expect(colleague.states(theirs)).toEqual(['failed']);
    gateway.treat('A-1', {});
    expect(colleague.states(String(await colleague.retry(theirs)))).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(2);
  });

  it('and a row that a person wants to pay again gets the next number, the same on every computer', async () => {
    const { gateway, time, desk } = await openBook();
    await desk.pay([ada]);
    for (const times of [1, 2]) {
      const computer = await openDesk(gateway, time);
      time.pass(hour);
      const batchId = await computer.pay([ada]);
      const idPayout = computer.idOf(batchId);
      await computer.get('payouts.decide', { idPayout, decision: 'payAgain' });
      const twice = await computer.tell('payouts.decide', { idPayout, decision: 'payAgain' });
      expect(twice).toMatchObject({ error: { code: 'notDecidable' } });
      const again = String(await computer.retry(batchId));
      expect(computer.states(again)).toEqual([times === 1 ? 'paid' : 'outside']);
      expect(await computer.retry(batchId, true)).toHaveProperty('refused');
      expect(gateway.timesPaid('A-1')).toBe(2);
    }
  });

  it('and a file that a person confirms to pay again is paid once each time', async () => {
    const { gateway, time, desk } = await openBook();
    const first = await desk.pay([ada]);
    expect(await desk.release(await desk.draft([ada]))).toMatchObject({ error: { code: 'duplicateHeld' } });
    const second = await desk.pay([ada], true);
    expect(second).not.toBe(first);
    expect(gateway.timesPaid('A-1')).toBe(2);
    // The colleague knows of neither release: one more of theirs is one of those.
    const colleague = await openDesk(gateway, time);
    time.pass(hour);
    expect(await colleague.pay([ada])).toBe(first);
    expect(await colleague.pay([ada], true)).toBe(second);
    expect(gateway.timesPaid('A-1')).toBe(2);
  });

  it('and discarded drafts use up no number, and equal drafts are the same draft, however they were created', async () => {
    const { gateway, desk } = await openBook();
    const first = await desk.draft(file);
    expect(await desk.draft(file)).toBe(first);
    expect(await Promise.all([desk.draft(file), desk.draft(file)])).toEqual([first, first]);
    for (const _time of [1, 2, 3]) {
      await desk.get('batches.cancel', { batchId: first });
      expect(await desk.draft(file)).toBe(first);
    }
    // Other bytes, the same rows.
    expect(await desk.draft([{ ...ada, amount: '10.0' }, bob])).toBe(first);
    await desk.release(first);
    await desk.run(first);
    expect(gateway.accepted()).toHaveLength(2);
  });

  it('and two drafts of equal rows created at the same time are the same draft', async () => {
    const { desk } = await openBook();
    const rows = Array.from({ length: 1200 }, (_, index) => ({ ...ada, accountNumber: `B-${index}` }));
    const [one, two] = await Promise.all([desk.draft(rows), desk.draft(rows)]);
    expect(one).toBe(two);
    expect(await desk.get('batches.list', { limit: 9 })).toMatchObject([{ rows: 1200, state: 'draft' }]);
  });

  it('continues the numbers of a profile that was removed and added again', async () => {
    const { gateway, desk } = await openBook();
    const first = await desk.pay([ada]);
    await desk.get('profiles.remove', { name: 'book' });
    await desk.get('profiles.add', {
      name: 'another',
      environment: 'sandbox',
      baseUrl: gateway.url,
      merchantCode: 'BOOK-1',
      callbackUrl: 'http://127.0.0.1:9/callbacks',
      key: { kind: 'none' },
    });
    const second = await desk.draft([ada]);
    expect(second).not.toBe(first);
    expect(await desk.release(second)).toMatchObject({ error: { code: 'duplicateHeld' } });
    expect(gateway.timesPaid('A-1')).toBe(1);
  });
});

describe('an order ID from the file', () => {
  const own = { ...ada, idPayout: 'salary-1' };

  it('that was used elsewhere for the same amount and another payee is not paid by us', async () => {
    const { gateway, time, desk } = await openBook();
    gateway.enter({
      idPayment: 'salary-1',
      accountNumber: 'X-9',
      amount: '10.00',
      currencyCode: 'EUR',
      createdAt: time.steady() - day,
    });
    const batchId = await desk.pay([own]);
    expect(desk.states(batchId)).toEqual(['outside']);
    expect((await desk.get('batches.show', { batchId })).byState).toEqual({ outside: 1 });
    expect(gateway.timesPaid('A-1')).toBe(0);
    await desk.get('payouts.decide', { idPayout: 'salary-1', decision: 'payAgain' });
    expect(desk.states(String(await desk.retry(batchId)))).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('that was used elsewhere for a different amount is a conflict, which nobody retries', async () => {
    const { gateway, time, desk } = await openBook();
    gateway.enter({
      idPayment: 'salary-1',
      accountNumber: 'X-9',
      amount: '10.01',
      currencyCode: 'EUR',
      createdAt: time.steady() - day,
    });
    const batchId = await desk.pay([own]);
    expect(desk.states(batchId)).toEqual(['conflict']);
    expect(await desk.retry(batchId, true)).toHaveProperty('refused');
    expect(gateway.timesPaid('A-1')).toBe(0);
  });
});

describe('our own payouts stay ours', () => {
  it.each([0, -5 * hour, 5 * hour])(
    'when a proxy repeats the request and the gateway’s clock is %i ms off',
    async (shiftMs) => {
      const { gateway, desk } = await openBook();
      gateway.shiftClock(shiftMs);
      gateway.repeatRequests(true);
      const batchId = await desk.pay([ada]);
      expect(desk.states(batchId)).toEqual(['paid']);
      expect(gateway.timesPaid('A-1')).toBe(1);
    },
  );

  it('when one was released, the program ended, and a proxy repeats the request of the next run', async () => {
    const { gateway, desk } = await openBook();
    gateway.repeatRequests(true);
    const batchId = await desk.draft([ada]);
    await desk.release(batchId);
    await desk.restart();
    await desk.run();
    expect(desk.states(batchId)).toEqual(['paid']);
  });

  it('when a backup was made in the middle of a release: what was sent since is found, and the rest is sent', async () => {
    const { gateway, time, desk } = await openBook();
    const batchId = await desk.draft(file);
    await desk.release(batchId);
    const backup = await desk.backup();
    await desk.run(batchId);
    time.pass(hour);
    await desk.restore(backup);
    await desk.run();
    expect(desk.states(batchId)).toEqual(['paid', 'paid']);
    expect(gateway.accepted()).toHaveLength(2);
  });
});
