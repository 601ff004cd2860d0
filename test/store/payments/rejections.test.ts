import { expect, it } from 'vitest';
import { learnRules } from '../../../main/core/batches/rules/learned-rules.ts';
import type { Store } from '../../../main/core/ports/index.ts';
import { systemClock } from '../../../main/system.ts';
import { gatewayDouble } from '../../kit/gateway-double.ts';
import {
  accepted,
  addProfile,
  claim,
  found,
  importBatch,
  newRow,
  openIn,
  release,
  temporaryFolder,
} from '../../kit/store.ts';

const day = 24 * 60 * 60 * 1000;
const rejectedAt = 5000;

/** Sends these rows: those with a name are accepted, and of those without, the first `rejected` are rejected. */
function send(store: Store, batchId: string, names: readonly string[], rejected: number): void {
  const rows = names.map((accountName, index) => newRow(batchId, index + 1, { accountName }));
  importBatch(store, batchId, rows);
  release(store, batchId);
  const findings = claim(store, batchId).map((intent, index) => {
    const attempt = { number: 1, status: 406, answer: 'it needs accountName' };
    const { paymentId } = intent.payment;
    return names[index] === '' && index < rejected
      ? found(paymentId, 'sending', 'rejected', { dueAt: null, attempt })
      : accepted(intent);
  });
  store.record(findings, rejectedAt);
}

async function learned(store: Store, now = rejectedAt + day) {
  const profile = store.findProfile('main');
  if (profile === null) throw new Error('no profile');
  const client = {
    ...gatewayDouble({}),
    complaintsIn: (answer: string) => [{ field: answer.split(' ').at(-1) ?? '', message: answer }],
  };
  return learnRules(
    { store, clock: { ...systemClock, now: () => now }, gateway: { client: () => client } },
    profile,
  );
}

function openFresh(): Store {
  const store = openIn(temporaryFolder());
  addProfile(store);
  return store;
}

it('rejecting a payout without a field that the gateway names creates a rule for its method', async () => {
  const store = openFresh();
  send(store, 'one', ['', 'Ada'], 1);
  expect(await learned(store)).toEqual([
    { paymentMethodCode: 'BANK_TRANSFER', paymentOperatorCode: '', column: 'accountName', rejectedAt },
  ]);
  expect(await learned(store, rejectedAt + 91 * day)).toEqual([]);
});

it('no rule is learned if a similar payout was accepted in the same batch or later', async () => {
  const same = openFresh();
  send(same, 'one', ['', ''], 1);
  expect(await learned(same)).toEqual([]);
  const later = openFresh();
  send(later, 'one', [''], 1);
  send(later, 'two', [''], 0);
  expect(await learned(later)).toEqual([]);
  const earlier = openFresh();
  send(earlier, 'one', [''], 0);
  send(earlier, 'two', [''], 1);
  expect(await learned(earlier)).toHaveLength(1);
});
