import { expect, it } from 'vitest';
import type { PayeeFinding } from '../../../contract/payees/findings.ts';
import { openColleague } from '../../kit/people.ts';
import { openTwoPeople, type TwoPeople } from '../approvals/two-people.ts';

const list = (name: string): Uint8Array =>
  new TextEncoder().encode(`accountName,accountNumber\n${name},ACC-0`);

async function found({ office }: TwoPeople, batchId: string): Promise<PayeeFinding[]> {
  return (await office.get('payees.findings', { batchId })).findings;
}

it('a blocking finding becomes a warning once an approver approves a request that names it, and the payout is sent', async () => {
  const people = await openTwoPeople();
  const { office, ann } = people;
  await office.get('settings.change', { payeePolicy: { newPayee: 'block' } });
  const { batchId, request } = await people.prepare();
  expect(await found(people, batchId)).toMatchObject([{ kind: 'newPayee', level: 'block' }]);
  const refused = await office.release(batchId);
  expect(refused).toMatchObject({ ok: false, error: { code: 'policyBlocks' } });
  expect(refused.ok ? '' : refused.error.message).toContain('have an approver approve');
  expect(await people.importFile(await ann.approve(request))).toMatchObject({ ok: true });
  const [finding] = await found(people, batchId);
  expect(finding).toMatchObject({ kind: 'newPayee', level: 'warn' });
  expect(finding?.message).toContain('An approver has approved the payment with this');
  expect(await people.release(batchId)).toBeNull();
});

it('an approval lifts nothing that its request did not name', async () => {
  const people = await openTwoPeople();
  const { office, ann } = people;
  await office.get('settings.change', { payeePolicy: { newPayee: 'block', knownAccountOtherName: 'block' } });
  const { batchId, request } = await people.prepare();
  await people.importFile(await ann.approve(request));
  expect(await found(people, batchId)).toMatchObject([{ kind: 'newPayee', level: 'warn' }]);
  const bytes = list('Somebody Else');
  await office.get('payees.import', { profileName: 'main', fileName: 'list.csv', bytes, verifiedBy: null });
  expect(await found(people, batchId)).toMatchObject([{ kind: 'knownAccountOtherName', level: 'block' }]);
  expect(await people.release(batchId)).toBe('policyBlocks');
});

it('an approval that does not count lifts nothing: from a stranger, or of a request that was withdrawn', async () => {
  const people = await openTwoPeople();
  const { office, ann } = people;
  await office.get('settings.change', { payeePolicy: { newPayee: 'block' } });
  const { batchId, request } = await people.prepare();
  const bob = await openColleague(office.parts, 'Bob');
  await people.importFile(await bob.approve(request));
  expect(await found(people, batchId)).toMatchObject([{ kind: 'newPayee', level: 'block' }]);
  await people.importFile(await ann.approve(request));
  expect(await found(people, batchId)).toMatchObject([{ kind: 'newPayee', level: 'warn' }]);
  await office.get('approvals.withdraw', { batchId });
  expect(await found(people, batchId)).toMatchObject([{ kind: 'newPayee', level: 'block' }]);
  expect(await people.release(batchId)).toBe('policyBlocks');
});

it('a payee whom a person blocked stays blocked, whatever was approved', async () => {
  const people = await openTwoPeople();
  const { office, ann } = people;
  const first = await people.prepare(['5.00']);
  expect(await people.release(first.batchId)).toBeNull();
  await office.get('batches.run', { batchIds: [first.batchId], until: 'final', silenceLimitMs: 10_000 });
  const { batchId, request } = await people.prepare();
  await people.importFile(await ann.approve(request));
  const [payee] = (await office.get('payees.list', { limit: 5 })).payees;
  await office.get('payees.block', { payeeId: payee?.payeeId ?? '' });
  expect(await people.release(batchId)).toBe('payeeBlocked');
});
