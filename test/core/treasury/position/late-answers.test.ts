import { expect, it } from 'vitest';
import type { PositionLine } from '../../../../contract/treasury/position.ts';
import type { Answer, Gateway, PaymentDetail } from '../../../../main/core/ports/index.ts';
import { refreshPayment } from '../../../../main/core/payments/refresh.ts';
import { followIncoming } from '../../../../main/core/receiving/incoming/follow-payment.ts';
import { value } from '../../../kit/store.ts';
import { atWork, openOffice, type Office } from '../../../kit/office.ts';

const { signal } = new AbortController();
const topUp = { money: { amount: '500.00', currencyCode: 'EUR' }, paymentMethodCode: 'BANK_TRANSFER' };

async function expected(office: Office): Promise<Partial<PositionLine>[]> {
  const lines = await office.get('position.read', {});
  return lines
    .filter(({ currencyCode }) => currencyCode === 'EUR')
    .map(({ expectedIn, perhapsCountedTwice }) => ({ expectedIn, perhapsCountedTwice }));
}

/** An office with a top-up in process that was created before its balance was read. */
async function withTopUp() {
  const office = await openOffice({ settleMs: 3_600_000, ...atWork, neverStands: true });
  const { batchId, idPayment } = await office.get('topups.create', topUp);
  await office.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
  await office.get('balances.read', {});
  const payment = office.store.findIncoming('topup', idPayment, office.store.listProfiles()[0]?.keyId ?? '');
  if (payment === null) expect.fail('no top-up');
  return { office, payment };
}

/** The parts of the office, whose answers about a payment arrive late, or are others. */
function withReads(
  { parts }: Office,
  {
    late = () => Promise.resolve(),
    other = {},
  }: { late?: () => Promise<unknown>; other?: Partial<PaymentDetail> },
): Office['parts'] {
  const gateway: Gateway = {
    ...parts.gateway,
    client: (profile) => {
      const client = parts.gateway.client(profile);
      return {
        ...client,
        call: async (operation, input, options) => {
          const answer = await client.call(operation, input, options);
          if (operation !== 'readPayment' || !answer.ok) return answer;
          await late();
          const { value: detail, ...rest } = answer.value as Answer<PaymentDetail>;
          return { ...answer, value: { ...rest, value: { ...detail, ...other } } } as typeof answer;
        },
      };
    },
  };
  return { ...parts, gateway };
}

it('a top-up may be counted twice if the balance was read while the answer that it is open was on its way', async () => {
  const { office, payment } = await withTopUp();
  const late = () => office.get('balances.read', {});
  await refreshPayment(withReads(office, { late }), payment, signal);
  expect(await expected(office)).toEqual([{ expectedIn: '500.00', perhapsCountedTwice: '500.00' }]);
  await office.get('position.refresh', { profileName: 'main' });
  expect(await expected(office)).toEqual([{ expectedIn: '500.00', perhapsCountedTwice: '0' }]);
});

it('a top-up that is followed from a late answer may be counted twice as well', async () => {
  const office = await openOffice({ settleMs: 3_600_000, ...atWork, neverStands: true });
  const [profile] = office.store.listProfiles();
  if (profile === undefined) expect.fail('no profile');
  const id = { kind: 'topup', idPayment: 'made-elsewhere' } as const;
  const body = Buffer.from(
    '{"paymentRequested":{"money":{"amount":500,"currencyCode":"EUR"}},"paymentMethod":{"paymentMethodCode":"BANK_TRANSFER"}}',
  );
  const client = office.parts.gateway.client(profile);
  const scope = ['POST /topups/made-elsewhere'];
  value(await client.call('createPayment', { ...id, body, scope }, { priority: 'submission' }));
  const late = () => office.get('balances.read', {});
  await followIncoming(withReads(office, { late }), { ...id, profileName: 'main', note: '' }, signal);
  expect(await expected(office)).toEqual([{ expectedIn: '500', perhapsCountedTwice: '500' }]);
});

it('a top-up of which the gateway does not say that it is open may be counted twice', async () => {
  const { office, payment } = await withTopUp();
  const other = { status: null, processedAt: '2026-01-05T17:30:00.000Z' };
  await refreshPayment(withReads(office, { other }), payment, signal);
  expect(await expected(office)).toEqual([{ expectedIn: '500.00', perhapsCountedTwice: '500.00' }]);
});
