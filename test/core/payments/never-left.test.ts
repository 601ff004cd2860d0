import { describe, expect, it, onTestFinished } from 'vitest';
import { unknownText } from '../../../contract/text/batch-problems.ts';
import { attemptEndText } from '../../../contract/text/payment-meaning.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';

/** A payout whose first request could not leave since the network was gone; `refuse`: the next ones are answered with this status, or not at all. */
async function openUnsent() {
  let refusal: number | 'silence' | null = null;
  const office: VirtualOffice = new VirtualOffice({
    start: Date.UTC(2026, 2, 2, 8),
    onDeparture: ({ method, path }) => {
      // The last question before the first request.
      const isFirst = office.store.findPayment(`${batchId}-1`, 'main')?.firstSentAt === null;
      if (method === 'GET' && path.startsWith('/payouts/') && isFirst) office.isDown = true;
    },
  });
  onTestFinished(() => office.close());
  const usual = office.gateway.handle.bind(office.gateway);
  office.gateway.handle = (request) => {
    if (refusal === null || request.method !== 'POST' || !request.path.startsWith('/payouts/'))
      return usual(request);
    const headers = { date: new Date(office.time.now()).toUTCString() };
    if (refusal === 'silence') return { status: 500, headers, body: '', isDropped: true };
    return { status: refusal, headers, body: '{}' };
  };
  office.addProfile('main');
  let batchId = '';
  ({ batchId } = await office.draft([{ amount: '1.00', account: 'ACC-1' }]));
  await office.release(batchId);
  await office.get('runner.start', {});
  await office.pass(2000);
  const show = () => office.get('payouts.show', { idPayout: `${batchId}-1` });
  return {
    office,
    batchId,
    show,
    refuse: (how: number | 'silence') => {
      refusal = how;
    },
  };
}

it('says of a payout whose request never left this computer just that, and sends it once the gateway can be reached', async () => {
  const { office, show } = await openUnsent();
  const { state, problemMessage, attempts, problem } = await show();
  expect(state).toBe('unknown');
  expect(attempts).toMatchObject([{ number: 1, status: null }]);
  expect(attempts.map((attempt) => attemptEndText(attempt, { problem }))).toEqual([
    'has not left this computer',
  ]);
  expect(problemMessage).toContain('has not left this computer');
  expect(problemMessage).not.toContain('does not know whether the gateway accepted');
  office.isDown = false;
  await office.pass(120_000);
  const sent = await show();
  expect(sent.state).toBe('paid');
  expect(sent.attempts.map((attempt) => attemptEndText(attempt, sent))).toEqual([
    'no usable response',
    'status 201',
  ]);
});

it.each([400, 403, 404, 406])('lets the first request that leaves be rejected with %i', async (status) => {
  const { office, show, refuse } = await openUnsent();
  refuse(status);
  office.isDown = false;
  await office.pass(120_000);
  const { state, attempts } = await show();
  expect([state, attempts.map((attempt) => attempt.status)]).toEqual(['rejected', [null, status]]);
});

it('lets a refusal of a repetition reject nothing where an earlier request may have left', async () => {
  const { office, show, refuse } = await openUnsent();
  refuse('silence');
  office.isDown = false;
  await office.pass(10_000);
  refuse(400);
  await office.pass(120_000);
  const { state, attempts } = await show();
  expect(state).toBe('unknown');
  expect(attempts.map((attempt) => attempt.status).slice(0, 2)).toEqual([null, null]);
  expect(attempts.map((attempt) => attempt.status)).toContain(400);
});

describe('what never left stays known as such', () => {
  it.each([
    [400, 'rejected', 'refused'],
    [409, 'unknown', 'orderIdTaken'],
  ])('while its batch is paused, so that a %i answers its first request', async (status, state, code) => {
    const { office, show, refuse, batchId } = await openUnsent();
    await office.get('batches.pause', { batchId });
    office.isDown = false;
    await office.pass(120_000);
    const held = await show();
    expect([held.state, held.problem?.code]).toEqual(['unknown', 'heldBack']);
    expect(held.problemMessage).toContain('has not left this computer');
    expect(held.problemMessage).not.toContain('repeat');
    refuse(status);
    await office.get('batches.resume', { batchId });
    await office.pass(500);
    const { attempts, ...then } = await show();
    expect(attempts.map((attempt) => attempt.status).slice(0, 2)).toEqual([null, status]);
    expect([then.state, then.problem?.code]).toEqual([state, code]);
  });

  it('when a person has it sent, after the gateway told nothing about it for a day', async () => {
    const { office, show, refuse, batchId } = await openUnsent();
    await office.pass(26 * 3_600_000);
    const left = await show();
    expect([left.problem?.code, left.decisions]).toEqual([
      'couldNotAskForLong',
      ['sendAgain', 'notAccepted'],
    ]);
    expect(left.problemMessage).toContain('has not left this computer');
    refuse(400);
    office.isDown = false;
    await office.get('payouts.decide', { idPayout: `${batchId}-1`, decision: 'sendAgain' });
    await office.pass(120_000);
    const { state, attempts } = await show();
    expect([state, attempts.map((attempt) => attempt.status)]).toEqual(['rejected', [null, 400]]);
  });

  it('also after a day without network, when no text says that only a person can have it sent', async () => {
    const { office, show, batchId } = await openUnsent();
    await office.pass(26 * 3_600_000);
    const { problems } = await office.get('batches.show', { batchId });
    expect(problems).toMatchObject([{ decisions: ['sendAgain', 'notAccepted'] }]);
    const text = unknownText(1, problems, 0);
    expect(text).toContain('Bursar keeps asking the gateway');
    expect(text).not.toContain('nothing is sent until then');
    office.isDown = false;
    await office.pass(600_000);
    expect((await show()).state).toBe('paid');
  });

  it('so that a floor that was set since holds it', async () => {
    const { office, show, batchId } = await openUnsent();
    const floorOf = (amount: string) => ({ floors: [{ profileName: 'main', currencyCode: 'EUR', amount }] });
    await office.get('settings.change', floorOf('99999999.00'));
    office.isDown = false;
    await office.pass(120_000);
    const held = await show();
    expect([held.state, office.gateway.book().length]).toEqual(['queued', 0]);
    expect((await office.get('attention.list', {})).map(({ kind }) => kind)).toContain('heldByFloor');
    // Taken out of the queue, it is known as never sent, too.
    await office.get('batches.cancel', { batchId });
    await office.pass(1000);
    expect((await show()).problemMessage).toContain('has not left this computer');
    await office.get('settings.change', floorOf('1.00'));
    await office.get('batches.resume', { batchId });
    await office.pass(120_000);
    expect((await show()).state).toBe('paid');
  });
});
