import { describe, expect, it } from 'vitest';
import type { AuditProblem } from '../../contract/audit/audit-problem.ts';
import type { AuditReport } from '../../contract/audit.ts';
import { AppEvent } from '../../contract/events.ts';
import { AttentionKind } from '../../contract/treasury/attention.ts';
import { Cause } from '../../contract/payments/cause.ts';
import { eventLink, kindLabels } from '../../renderer/activity/activity-labels.ts';
import { checksOf } from '../../renderer/activity/audit-checks.ts';
import { takePrefetched } from '../../renderer/prefetched.ts';
import { isInvalidatedBy, invalidatesAnything } from '../../renderer/queries/wire/invalidations.ts';
import {
  emptyProfile,
  keyOf,
  profileInputOf,
  resolveProfile,
} from '../../renderer/first-start/profile-form.ts';
import { isDismissable, placeOf } from '../../renderer/overview/attention-places.ts';
import {
  amountProblem,
  codeProblem,
  emptyLimit,
  limitOf,
  rowOf,
} from '../../renderer/settings/limit-rows.ts';

it('finds out which screens were prefetched without reading a file being sent', () => {
  const file = { bytes: Object.defineProperty({}, 'toJSON', { value: () => expect.unreachable() }) };
  expect(takePrefetched('sheets.open', file)).toBeNull();
});

describe('the queries that an event invalidates', () => {
  const batch = { kind: 'batch', id: 'b1' } as const;

  it('include the batch that it names, and the lists that contain it', () => {
    expect(isInvalidatedBy(['batches.duplicates', { batchId: 'b1' }], batch)).toBe(true);
    expect(isInvalidatedBy(['batches.duplicates', { batchId: 'b2' }], batch)).toBe(false);
    expect(isInvalidatedBy(['batches.list', { limit: 20 }], batch)).toBe(true);
    expect(isInvalidatedBy(['settings.read', {}], batch)).toBe(false);
  });

  it('include the payout that is shown, which a run does not name, and a payout of another batch may retry', () => {
    expect(isInvalidatedBy(['payouts.show', { idPayout: 'b1-1' }], batch)).toBe(true);
    expect(isInvalidatedBy(['payouts.show', { idPayout: 'b2-1', batchId: 'b2' }], batch)).toBe(true);
  });

  it('include every batch that is shown, whose payouts the one that it names may retry', () => {
    for (const name of ['batches.summary', 'batches.show'])
      expect(isInvalidatedBy([name, { batchId: 'b2' }], batch), name).toBe(true);
  });

  it('include attention items, whatever kind of payment or record it is about', () => {
    for (const kind of [
      'batch',
      'payout',
      'incoming',
      'profile',
      'balances',
      'approvals',
      'settings',
      'attention',
    ] as const)
      expect(isInvalidatedBy(['attention.list', {}], { kind, id: 'x' }), kind).toBe(true);
  });

  it('include everything that names a profile, after it was renamed or removed', () => {
    for (const name of ['batches.list', 'batches.summary', 'sheets.list', 'runner.state', 'incoming.list'])
      expect(isInvalidatedBy([name, {}], { kind: 'profile', id: 'main' }), name).toBe(true);
  });

  it('include the sums over payments that are shown, whatever kind of payment it is about', () => {
    for (const kind of ['batch', 'payout', 'incoming', 'balances', 'approvals'] as const)
      for (const name of ['position.read', 'position.parts', 'flows.read'])
        expect(isInvalidatedBy([name, {}], { kind, id: 'x' }), `${kind} ${name}`).toBe(true);
  });

  it('include the end of the audit log, whatever was recorded there', () => {
    for (const kind of ['approvals', 'incoming', 'payee', 'profile', 'settings', 'balances'] as const)
      expect(isInvalidatedBy(['audit.status', {}], { kind, id: 'x' }), kind).toBe(true);
  });

  it('include the treasury screens, when balances were read as at the end of a run', () => {
    for (const name of [
      'position.read',
      'statement.read',
      'statement.movements',
      'flows.read',
      'balances.history',
      'books.preview',
    ])
      expect(isInvalidatedBy([name, {}], { kind: 'balances', id: 'main' })).toBe(true);
  });

  it('never include those that ask the gateway, nor the history rows under the cursor', () => {
    const asking = ['balances.read', 'batches.check', 'options.read', 'profiles.test', 'payouts.list'];
    for (const { shape } of AppEvent.options)
      for (const name of asking)
        expect(isInvalidatedBy([name, {}], AppEvent.parse(exampleOf(shape.kind.value)))).toBe(false);
  });

  it('are none for progress, which carries its own figures', () => {
    expect(invalidatesAnything({ kind: 'progress', id: 'export', done: 1, total: 2 })).toBe(false);
  });

  function exampleOf(kind: string): unknown {
    const notification = { kind: 'approvalWaiting', requests: 1, others: 0 };
    return { kind, id: 'x', message: '', done: 0, total: null, count: 0, waitSeconds: 0, notification };
  }
});

describe('the form of a profile', () => {
  const right = {
    ...emptyProfile,
    name: 'acme',
    baseUrl: 'https://gateway.example/api',
    merchantCode: 'ACME',
    callbackUrl: 'https://merchant.example/callbacks',
  };
  const resolve = async (fields: typeof right) =>
    (await resolveProfile(fields, undefined, { fields: {}, shouldUseNativeValidation: false })).errors;

  it('accepts what the program accepts', async () => {
    expect(await resolve(right)).toEqual({});
    expect(profileInputOf({ ...right, name: ' acme ' }).name).toBe('acme');
  });

  it('names at every field what is missing', async () => {
    const errors = await resolve({ ...right, name: '', baseUrl: '', merchantCode: '', callbackUrl: '' });
    expect(Object.keys(errors).toSorted()).toEqual(['baseUrl', 'callbackUrl', 'merchantCode', 'name']);
    expect(errors.baseUrl?.message).toBe('Enter the address of the gateway.');
  });

  it('requires the file of a key to import', async () => {
    const errors = await resolve({ ...right, keyKind: 'import' });
    expect(errors.keyPath?.message).toBe('Choose the file with the private key.');
  });

  it('accepts the deprecated merchant secret instead of a key, and requires it', async () => {
    const input = profileInputOf({ ...right, keyKind: 'secret', secret: ' s3cret ' });
    expect(input.key).toEqual({ kind: 'secret', secret: ' s3cret ' });
    expect(await resolve({ ...right, keyKind: 'secret', secret: ' s3cret ' })).toEqual({});
    const errors = await resolve({ ...right, keyKind: 'secret' });
    expect(errors.secret?.message).toBe('Enter the merchant secret.');
  });

  it('refuses an address without encryption', async () => {
    const errors = await resolve({ ...right, baseUrl: 'http://gateway.example' });
    expect(errors.baseUrl?.message).toContain('https://');
  });

  it('treats an empty passphrase as none', () => {
    expect(keyOf({ ...right, keyKind: 'import', keyPath: ' /k.pem ' })).toEqual({
      kind: 'import',
      path: '/k.pem',
      passphrase: null,
    });
  });
});

describe('a verification of the audit log', () => {
  const report = (problems: AuditProblem[], problemsLeftOut = 0): AuditReport => ({
    events: 2,
    payments: 1,
    problems,
    problemsLeftOut,
    notes: [],
    checkpoints: { signed: 0, unsigned: 1, signedUpTo: null, keyFingerprint: null },
    witness: { path: '/w.jsonl', lines: 1, upTo: 2 },
  });
  const ofWitness = (found: AuditReport) => checksOf(found).find(({ name }) => name === 'Witness file');

  it('calls the witness file fine only if none of its lines is a problem', () => {
    expect(ofWitness(report([]))).toMatchObject({ isFine: true, found: '1 line of /w.jsonl, up to event 2' });
    expect(ofWitness(report([{ code: 'chainHeadMissing' }]))?.isFine).toBe(true);
    const unread: AuditProblem = { code: 'claimUnreadable', source: { kind: 'witnessLine', line: 1 } };
    expect(ofWitness(report([unread]))?.isFine).toBe(false);
    expect(ofWitness(report([], 3))?.isFine).toBe(false);
  });

  it('calls the signature fine only if there is one', () => {
    const signature = (found: AuditReport) => checksOf(found).find(({ name }) => name === 'Signature');
    expect(signature(report([]))).toMatchObject({
      isFine: false,
      found: expect.stringMatching(/^Not signed:/),
    });
    const checkpoints = { signed: 1, unsigned: 0, signedUpTo: 2, keyFingerprint: 'aa' };
    expect(signature({ ...report([]), checkpoints })).toMatchObject({
      isFine: true,
      found: 'Signed up to event 2 of 2 by 1 checkpoint with the audit key aa.',
    });
  });

  it('counts one of each as one', () => {
    expect(checksOf({ ...report([]), events: 1 })[0]?.found).toBe('1 event and 1 payment agree.');
  });

  it('does not describe a witness file of which nothing could be read', () => {
    const witness = { path: '/w.jsonl', lines: 0, upTo: null };
    const found = 'No event was read from /w.jsonl, so it proves nothing.';
    expect(ofWitness({ ...report([]), witness })).toMatchObject({ isFine: false, found });
  });
});

it('the filter of Activity offers every kind of event except rare ones and steps that follow another', () => {
  const kinds = Cause.options.map(({ shape }) => shape.code.value);
  expect(kinds.filter((kind) => !Object.hasOwn(kindLabels, kind))).toEqual([
    'allQueued',
    'nobodyCame',
    'sandboxRestarted',
    'awaitedLonger',
    'profileAddedAgain',
    'profileFound',
    'other',
  ]);
});

describe('an attention item', () => {
  const item = (kind: AttentionKind) => ({ kind, profileName: 'acme', batchId: 'b1', payment: null });

  it('leads to its payouts or its batch in one click', () => {
    for (const kind of ['unknown', 'conflict', 'rejected', 'failed'] as const) {
      const place = placeOf(item(kind), 'acme') ?? '';
      expect(place).toContain('/payouts?');
      expect(place).toContain(`state=${kind}`);
      expect(place).toContain('batch=b1');
    }
    expect(placeOf(item('heldDuplicates'), 'acme')).toBe('/batches/b1');
    expect(placeOf(item('heldByFloor'), 'acme')).toBe('/batches/b1');
    expect(placeOf(item('rowsTampered'), 'acme')).toBe('/batches/b1');
    // The position is that of the window's profile.
    expect(placeOf(item('lowProjection'), 'acme')).toBe('/treasury/position');
    expect(placeOf(item('lowProjection'), 'other')).toBeNull();
  });

  it('leads to the payment that it is about, as Activity does, and names its batch: an order ID may be another profile’s too', () => {
    const payout = { kind: 'payout', idPayment: 'b1-4' } as const;
    expect(placeOf({ ...item('paidTwice'), payment: payout }, 'acme')).toBe('/payouts/b1-4?of=acme&in=b1');
    const event = { entity: 'payment', subject: 'b1-4', paymentKind: 'payout', profileName: 'acme' } as const;
    expect(eventLink({ ...event, batchId: 'b1', reason: { code: 'other', text: '' } })).toBe(
      '/payouts/b1-4?of=acme&in=b1',
    );
    const topUp = { kind: 'topup', idPayment: 'up-1' } as const;
    expect(placeOf({ ...item('endChanged'), payment: topUp }, 'acme')).toBe('/receive/topup/up-1?of=acme');
  });

  it('can be dismissed only once it is settled', () => {
    const kinds = AttentionKind.options.filter((kind) => isDismissable(item(kind)));
    expect(kinds.toSorted()).toEqual([
      'approvalMissing',
      'conflict',
      'endChanged',
      'environmentContradicted',
      'failed',
      'mayBePaidAlready',
      'merchantRefused',
      'olderRecords',
      'paidTwice',
      'rejected',
      'rowsTampered',
      'statusChanged',
    ]);
    expect(isDismissable({ ...item('schedule'), batchId: null })).toBe(true);
  });
});

describe('release limits as they are typed', () => {
  it('are read back as they were entered', () => {
    const limit = { currencyCode: 'EUR', largestPayout: '1234567.89', largestBatch: null };
    expect(limitOf(rowOf(limit))).toEqual(limit);
  });

  it('are for the code that the gateway lists, whatever is typed on the way to it', () => {
    const limit = { ...emptyLimit(), largestPayout: '1' };
    expect(limitOf({ ...limit, currencyCode: ' eur ' })?.currencyCode).toBe('EUR');
    expect(limitOf({ ...limit, currencyCode: 'usdc.e' })?.currencyCode).toBe('usdc.e');
    expect(limitOf({ ...limit, currencyCode: 'usdt_TRC20' })?.currencyCode).toBe('usdt_TRC20');
  });

  it('are not set while anything is wrong', () => {
    const row = { ...emptyLimit(), currencyCode: 'EUR', largestPayout: '12,5x' };
    expect(limitOf(row)).toBeNull();
    expect(limitOf(emptyLimit())).toBeNull();
    expect(limitOf({ ...emptyLimit(), currencyCode: 'jpy', largestPayout: '500.5' })).toBeNull();
    expect(amountProblem('500.5', 'jpy')).toBe('An amount in JPY has no decimals.');
    expect(amountProblem('500.00', 'JPY')).toBeNull();
    expect(amountProblem('0', 'EUR')).toBe('An amount is more than zero.');
  });

  it('name a currency once', () => {
    const rows = [
      { ...emptyLimit(), key: '1', currencyCode: 'EUR' },
      { ...emptyLimit(), key: '2', currencyCode: 'eur' },
    ];
    expect(rows.map((row) => codeProblem(row, rows) !== null)).toEqual([true, true]);
  });
});
