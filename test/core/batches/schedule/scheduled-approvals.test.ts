import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ApprovalPolicy } from '../../../../contract/approvals/approval-policy.ts';
import { createMemoryApprovalKeys } from '../../../../main/keys/index.ts';
import { openColleague, type Colleague } from '../../../kit/people.ts';
import { VirtualOffice } from '../../../kit/virtual-office.ts';

const start = Date.UTC(2026, 2, 2, 8);
const hourMs = 3_600_000;
const lateAfterMs = 2 * hourMs;
const at = (afterMs: number): string => new Date(start + afterMs).toISOString();

it('I12: a scheduled release needs approvals that are valid at its time, and is refused if they expired before it is sent', async () => {
  const guarded = new VirtualOffice({ start, approvalKeys: createMemoryApprovalKeys(true) });
  onTestFinished(() => guarded.close());
  guarded.addProfile('main');
  const ann = await guarded.until(openColleague(guarded.parts, 'Ann'));
  await guarded.get('approvers.add', { card: await guarded.until(ann.card()) });
  const rules = [{ currencyCode: 'EUR', batchFrom: '1.00', approvals: 1 }];
  await guarded.get('policies.set', { policy: ApprovalPolicy.parse({ rules }) });
  const approved = async (fileName: string, hours: number): Promise<string> => {
    const { batchId } = await guarded.draft([{ amount: '10.00', account: fileName }], fileName);
    const scheduleFor = async (after: number) => {
      const result = await guarded.release(batchId, at(after * hourMs));
      return result.ok ? null : result.error.code;
    };
    expect(await scheduleFor(hours)).toBe('approvalMissing');
    const { bytes } = await guarded.get('approvals.request', { batchId, name: 'Otto' });
    await guarded.get('approvals.import', { file: await guarded.until(ann.approve(bytes, 48)) });
    expect(await scheduleFor(72)).toBe('approvalMissing');
    expect(await scheduleFor(hours)).toBeNull();
    return batchId;
  };
  const early = await approved('early.csv', 46);
  const late = await approved('late.csv', 47);
  await guarded.pass(46 * hourMs);
  expect(await guarded.get('batches.releaseDue', { lateAfterMs })).toMatchObject({
    released: [{ batchId: early }],
  });
  await guarded.pass(3 * hourMs);
  expect(await guarded.get('batches.releaseDue', { lateAfterMs: 24 * hourMs })).toMatchObject({
    released: [],
    refused: [{ batchId: late, error: 'approvalMissing' }],
  });
});

it('a release is not scheduled for a time at which the approval that lifts a finding about a payee has expired', async () => {
  const guarded = new VirtualOffice({ start, approvalKeys: createMemoryApprovalKeys(true) });
  onTestFinished(() => guarded.close());
  guarded.addProfile('main');
  const ann = await guarded.until(openColleague(guarded.parts, 'Ann'));
  await guarded.get('approvers.add', { card: await guarded.until(ann.card()) });
  await guarded.get('settings.change', { payeePolicy: { newPayee: 'block' } });
  const { batchId } = await guarded.draft([{ amount: '10.00', account: 'A' }]);
  const { bytes } = await guarded.get('approvals.request', { batchId, name: 'Otto' });
  await guarded.get('approvals.import', { file: await guarded.until(ann.approve(bytes, 48)) });
  expect(await guarded.release(batchId, at(72 * hourMs))).toMatchObject({
    ok: false,
    error: { code: 'policyBlocks' },
  });
  expect(await guarded.release(batchId, at(46 * hourMs))).toMatchObject({ ok: true });
  await guarded.pass(46 * hourMs);
  const due = await guarded.get('batches.releaseDue', { lateAfterMs });
  expect(due).toMatchObject({ released: [{ batchId }] });
});

describe('a draft with an approval request counts as committed money', () => {
  const committed = async () =>
    (await guarded.get('position.read', {})).find(({ currencyCode }) => currencyCode === 'EUR')?.committed;
  let guarded: VirtualOffice;
  let ann: Colleague;
  let batchId: string;

  beforeEach(async () => {
    guarded = new VirtualOffice({ start, approvalKeys: createMemoryApprovalKeys(true) });
    onTestFinished(() => guarded.close());
    guarded.addProfile('main');
    await guarded.get('balances.read', {});
    ann = await guarded.until(openColleague(guarded.parts, 'Ann'));
    await guarded.get('approvers.add', { card: await guarded.until(ann.card()) });
    const rules = [{ currencyCode: 'EUR', batchFrom: '1.00', approvals: 1 }];
    await guarded.get('policies.set', { policy: ApprovalPolicy.parse({ rules }) });
    const rows = [
      { amount: '10.00', account: 'A' },
      { amount: '5.00', account: 'B' },
    ];
    ({ batchId } = await guarded.draft(rows, 'suppliers.csv'));
    expect(await committed()).toBe('0');
  });

  it('until an approver rejects the request, but not when a stranger does', async () => {
    const { bytes } = await guarded.get('approvals.request', { batchId, name: 'Otto' });
    expect(await committed()).toBe('15.00');
    const parts = await guarded.get('position.parts', { profileName: 'main', currencyCode: 'EUR' });
    expect(parts.filter(({ figure }) => figure === 'committed')).toMatchObject([
      { state: 'draft', count: 2, batch: { batchId, fileName: 'suppliers.csv', plan: 'awaitingApproval' } },
    ]);
    const stranger = await guarded.until(openColleague(guarded.parts, 'Mallory'));
    await guarded.get('approvals.import', { file: await guarded.until(stranger.reject(bytes)) });
    expect(await committed()).toBe('15.00');
    await guarded.get('approvals.import', { file: await guarded.until(ann.reject(bytes)) });
    expect(await committed()).toBe('0');
  });

  it('until the request expires without an approval, and again once another is created', async () => {
    await guarded.get('approvals.request', { batchId, name: 'Otto', validHours: 24 });
    await guarded.pass(23 * hourMs);
    expect(await committed()).toBe('15.00');
    await guarded.pass(hourMs);
    expect(await committed()).toBe('0');
    await guarded.get('approvals.request', { batchId, name: 'Otto', validHours: 24 });
    expect(await committed()).toBe('15.00');
  });

  it('for as long as an approval of it is valid, even if its request has expired', async () => {
    const { bytes } = await guarded.get('approvals.request', { batchId, name: 'Otto', validHours: 24 });
    await guarded.get('approvals.import', { file: await guarded.until(ann.approve(bytes, 48)) });
    await guarded.pass(47 * hourMs);
    expect(await committed()).toBe('15.00');
    await guarded.pass(2 * hourMs);
    expect(await committed()).toBe('0');
  });
});
