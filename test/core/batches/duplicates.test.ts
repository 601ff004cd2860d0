import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DuplicateKind, DuplicateLevel } from '../../../contract/batches/duplicates.ts';
import type { PaymentState, PayoutRow } from '../../../contract/payments/payment.ts';
import { batchHandlers } from '../../../main/core/batches/batch-handlers.ts';
import { storeDraft } from '../../../main/core/batches/draft.ts';
import type { CoreContext } from '../../../main/core/context/context.ts';
import { createFiles } from '../../../main/files/index.ts';
import { encodePayoutBody } from '../../../main/gateway/index.ts';
import { createMemoryKeys } from '../../../main/keys/index.ts';
import { openMemoryStore } from '../../kit/memory-store.ts';
import { openOffice } from '../../kit/office.ts';
import { systemClock } from '../../../main/system.ts';
import { SeededRandom } from '../../simulation/seeded-random.ts';
import { addProfile, settledAs } from '../../kit/samples.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 4, 1);
const windowMs = 90 * day;

/** A core that compares and sends nothing, at one moment. */
function openCore(): CoreContext {
  const store = openMemoryStore();
  addProfile(store);
  const clock = { ...systemClock, now: () => now };
  return {
    store,
    gateway: {
      client: () => {
        throw new Error('nothing here asks the gateway');
      },
    },
    keys: createMemoryKeys(),
    files: createFiles({ clock }),
    clock,
    random: new SeededRandom(1),
    encode: encodePayoutBody,
    emit: () => undefined,
    limits: { submissions: 1, polls: 1 },
    requestsPerSecond: null,
    servesLive: true,
  };
}

type Drawn = Pick<PayoutRow, 'accountName' | 'accountNumber' | 'amount' | 'reference'> & { isOwn: boolean };
type Fate = 'draft' | 'released long ago' | 'released' | 'failed' | 'rejected' | 'cancelled';
type Batch = { readonly rows: Drawn[]; readonly fate: Fate };

function rowOf(batchName: string, { isOwn, ...drawn }: Drawn, index: number): PayoutRow {
  return {
    ...drawn,
    currencyCode: 'EUR',
    paymentMethodCode: 'BANK_TRANSFER',
    // Tells the rows of one file from those of another, which would be one draft, and makes no duplicate another.
    paymentOperatorCode: batchName,
    emailAddress: '',
    idPayout: isOwn ? `${batchName}-own-${index + 1}` : '',
  };
}

const base: Drawn = {
  accountName: 'Ada Byron',
  accountNumber: 'DE02120300000000202051',
  amount: '1250.00',
  reference: 'Invoice 2026-0417',
  isOwn: false,
};

async function bringAbout(parts: CoreContext, name: string, { rows, fate }: Batch): Promise<string> {
  const { store } = parts;
  const [profile] = store.listProfiles();
  if (profile === undefined) throw new Error('no profile');
  const source = { profile, fileName: name, fileHash: name };
  const { batchId, rowsHash } = await storeDraft(
    parts,
    source,
    rows.map((row, index) => rowOf(name, row, index)),
  );
  if (fate === 'draft') return batchId;
  const at = fate === 'released long ago' ? now - windowMs - 1 : now - windowMs;
  store.releaseBatch(batchId, { rowsHash, releasesSeen: null, at });
  store.queueRows(batchId, 100, at);
  if (fate === 'cancelled') store.cancelRows(batchId, 100, at);
  if (fate === 'failed' || fate === 'rejected') {
    const intents = store.claimQueued([batchId], 100, at, parts.encode);
    store.record(
      intents.flatMap(({ payment }) => settledAs(payment.paymentId, fate)),
      at,
    );
  }
  return batchId;
}

async function duplicatesOf(parts: CoreContext, batchId: string) {
  const call = { signal: new AbortController().signal, confirm: () => Promise.resolve(false) };
  const result = await batchHandlers(parts)['batches.duplicates']({ batchId }, call);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

it('flags the same payee and amount whatever the reference, within a file and against past payouts', async () => {
  const parts = openCore();
  const rows = ['Invoice 2026-0417', 'Invoice 2026-417', ''].map((reference) => ({ ...base, reference }));
  const paid = await bringAbout(parts, 'paid', { rows: rows.slice(0, 1), fate: 'released' });
  const batchId = await bringAbout(parts, 'again', { rows, fate: 'draft' });
  const { rows: findings, ...counts } = await duplicatesOf(parts, batchId);
  expect(counts).toMatchObject({ exactRows: 1, possibleRows: 2, hasMore: false, sameFileAs: null });
  expect(
    findings.map(({ rowNumber, level, kind, equalTo }) => [rowNumber, level, kind, equalTo.rowNumber]),
  ).toEqual([
    [1, 'exact', 'samePayment', 1],
    [2, 'possible', 'otherReference', 1],
    [3, 'possible', 'otherReference', 2],
  ]);
  expect(findings[0]).toEqual({
    rowNumber: 1,
    idPayout: `${batchId}-1`,
    level: 'exact',
    kind: 'samePayment',
    payee: { accountName: 'Ada Byron', accountNumber: 'DE02120300000000202051', emailAddress: '' },
    money: { amount: '1250.00', currencyCode: 'EUR' },
    reference: 'Invoice 2026-0417',
    equalTo: {
      batchId: paid,
      profileName: 'main',
      rowNumber: 1,
      idPayout: `${paid}-1`,
      payee: { accountName: 'Ada Byron', accountNumber: 'DE02120300000000202051', emailAddress: '' },
      money: { amount: '1250.00', currencyCode: 'EUR' },
      reference: 'Invoice 2026-0417',
      at: new Date(now - windowMs).toISOString(),
      state: 'queued',
      endedWith: null,
    },
  });
});

it('rows of one file that pay the same are held although each has its own ID: a column ID may number them', async () => {
  const office = await openOffice();
  const rows = ['Invoice 7', 'Invoice 7', 'Other'].map(
    (reference, index) => `2500.00,EUR,BANK_TRANSFER,Ada,A1,SANDBOX_BANK,${reference},${1001 + index}`,
  );
  const file = ['amount,currency,method,name,account,operator,reference,ID', ...rows].join('\n');
  const source = { profileName: 'main', fileName: 'p.csv', bytes: Buffer.from(file) };
  const { batch } = await office.get('batches.import', source);
  const found = await office.get('batches.duplicates', { batchId: batch.batchId });
  expect(
    found.rows.map(({ idPayout, kind, equalTo }) => `${idPayout} ${kind} of ${equalTo.idPayout}`),
  ).toEqual(['1002 samePayment of 1001', '1003 otherReference of 1002']);
  expect(await office.release(batch.batchId)).toMatchObject({ ok: false });
  expect(office.countOf(batch.batchId, 'draft')).toBe(3);
});

it('lists exact duplicates first, however many possible ones there are before them', async () => {
  const parts = openCore();
  const payroll = Array.from({ length: 1200 }, (_, index) => ({
    ...base,
    accountName: `Employee ${index}`,
    accountNumber: `ACC-${index}`,
  }));
  await bringAbout(parts, 'april', { rows: payroll, fate: 'released' });
  const rows = payroll.map((row, index) => (index === 1100 ? row : { ...row, reference: 'May' }));
  const batchId = await bringAbout(parts, 'may', { rows, fate: 'draft' });
  const all = await duplicatesOf(parts, batchId);
  expect(all).toMatchObject({ exactRows: 1, possibleRows: 1199, hasMore: true });
  expect(all.rows.slice(0, 2).map(({ rowNumber, level }) => [rowNumber, level])).toEqual([
    [1101, 'exact'],
    [1, 'possible'],
  ]);
});

type Expected = { rowNumber: number; level: DuplicateLevel; kind: DuplicateKind; others: string[] };

/** What docs/decisions/0005 says of each row of a draft, compared with everything else one by one. */
function expected(batches: readonly Batch[], place: number): Expected[] {
  const mine = batches[place]?.rows ?? [];
  return mine.flatMap((row, index) => {
    const others = batches.flatMap(({ rows, fate }, otherPlace) =>
      rows.flatMap((other, otherIndex) => {
        const isTwin = otherPlace === place && otherIndex < index;
        const isComparable =
          otherPlace !== place && fate !== 'draft' && fate !== 'rejected' && fate !== 'cancelled';
        if (!isTwin && !isComparable) return [];
        return [{ ...other, name: `b${otherPlace} ${otherIndex + 1}`, fate, isTwin }];
      }),
    );
    const samePayee = others.filter((other) => other.accountNumber === row.accountNumber);
    const sameMoney = samePayee.filter((other) => other.amount === row.amount);
    const same = sameMoney.filter((other) => other.reference === row.reference);
    const exact = same.filter(({ isTwin, fate }) => isTwin || fate === 'released');
    const sameName = others.filter(
      (other) =>
        other.accountName === row.accountName &&
        other.amount === row.amount &&
        other.accountNumber !== row.accountNumber,
    );
    const sameReference = samePayee.filter(
      (other) => row.reference !== '' && other.reference === row.reference && other.amount !== row.amount,
    );
    const best = (some: typeof others): typeof others =>
      [some.filter(({ isTwin }) => isTwin), some.filter(({ fate }) => fate !== 'failed'), some].find(
        (group) => group.length > 0,
      ) ?? [];
    const finding = (level: DuplicateLevel, kind: DuplicateKind, some: typeof others): Expected[] =>
      some.length === 0
        ? []
        : [{ rowNumber: index + 1, level, kind, others: best(some).map(({ name }) => name) }];
    const latest = best(sameMoney).at(-1);
    const first =
      exact.length > 0
        ? finding('exact', 'samePayment', exact)
        : latest === undefined
          ? []
          : finding('possible', latest.reference === row.reference ? 'samePayment' : 'otherReference', [
              latest,
            ]);
    return [
      ...first,
      ...finding('possible', 'otherAccount', sameName),
      ...(first[0]?.kind === 'samePayment' ? [] : finding('possible', 'otherAmount', sameReference)),
    ];
  });
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  accountName: fc.constantFrom('Ada', 'Bob'),
  accountNumber: fc.constantFrom('DE1', 'DE2', 'DE3'),
  amount: fc.constantFrom('1.00', '2.00'),
  reference: fc.constantFrom('', 'May', 'June'),
  isOwn: fc.boolean(),
});
const batch: fc.Arbitrary<Batch> = fc.record({
  rows: fc.array(drawn, { minLength: 1, maxLength: 5 }),
  fate: fc.constantFrom<Fate[]>(
    'draft',
    'draft',
    'released',
    'released',
    'released long ago',
    'failed',
    'rejected',
    'cancelled',
  ),
});

/** The second row of the draft has a twin in its file, the same payment long ago, and another amount beside that. */
const twinAndLongAgo: Batch[] = [
  {
    rows: [
      { accountName: 'Ada', accountNumber: 'DE3', amount: '1.00', reference: 'May', isOwn: false },
      { accountName: 'Ada', accountNumber: 'DE3', amount: '2.00', reference: 'May', isOwn: false },
    ],
    fate: 'released long ago',
  },
  {
    rows: [
      { accountName: 'Ada', accountNumber: 'DE3', amount: '2.00', reference: '', isOwn: false },
      { accountName: 'Ada', accountNumber: 'DE3', amount: '2.00', reference: 'May', isOwn: false },
    ],
    fate: 'draft',
  },
];

it('duplicates are exactly those of the rule, whatever was imported and released in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 5 }), async (batches) => {
      const parts = openCore();
      const batchIds: string[] = [];
      for (const [place, one] of batches.entries()) batchIds.push(await bringAbout(parts, `b${place}`, one));
      for (const [place, { fate }] of batches.entries()) {
        if (fate !== 'draft') continue;
        const { rows } = await duplicatesOf(parts, batchIds[place] ?? '');
        const seen = rows.toSorted((left, right) => left.rowNumber - right.rowNumber);
        const wanted = expected(batches, place);
        expect(seen.map(({ rowNumber, level, kind }) => ({ rowNumber, level, kind }))).toEqual(
          wanted.map(({ rowNumber, level, kind }) => ({ rowNumber, level, kind })),
        );
        for (const [index, { equalTo }] of seen.entries())
          expect(wanted[index]?.others).toContain(
            `b${batchIds.indexOf(equalTo.batchId)} ${equalTo.rowNumber}`,
          );
      }
      parts.store.close();
    }),
    { numRuns: 150, examples: [[twinAndLongAgo]] },
  );
});

it.each<PaymentState>(['queued', 'sending', 'unknown', 'accepted', 'paid', 'conflict'])(
  'a payout that is %s may have been paid, so an equal one is an exact duplicate',
  async (state) => {
    const parts = openCore();
    const paid = await bringAbout(parts, 'paid', { rows: [base], fate: 'released' });
    if (state !== 'queued') {
      const [intent] = parts.store.claimQueued([paid], 1, now, parts.encode);
      if (intent === undefined) throw new Error('nothing was queued');
      if (state !== 'sending') parts.store.record(settledAs(intent.payment.paymentId, state), now);
    }
    const batchId = await bringAbout(parts, 'again', { rows: [base], fate: 'draft' });
    expect((await duplicatesOf(parts, batchId)).rows).toMatchObject([{ level: 'exact', equalTo: { state } }]);
  },
);
