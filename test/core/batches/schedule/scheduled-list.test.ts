import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { attentionText } from '../../../../contract/text/attention/attention-text.ts';
import { VirtualOffice } from '../../../kit/virtual-office.ts';

const start = Date.UTC(2026, 2, 2, 8);
const hourMs = 3_600_000;
const at = (afterMs: number): string => new Date(start + afterMs).toISOString();

let office: VirtualOffice;

beforeEach(() => {
  office = new VirtualOffice({ start });
  office.addProfile('main');
  onTestFinished(() => office.close());
});

async function scheduled(fileName: string, afterMs: number): Promise<string> {
  const { batchId } = await office.draft([{ amount: '10.00', account: fileName }], fileName);
  expect((await office.release(batchId, at(afterMs))).ok).toBe(true);
  return batchId;
}

it('lists scheduled releases, the earliest first, without those that ended', async () => {
  const later = await scheduled('later.csv', 2 * hourMs);
  const sooner = await scheduled('sooner.csv', hourMs);
  const ended = await scheduled('ended.csv', 3 * hourMs);
  await office.get('batches.unschedule', { batchId: ended });
  const listed = await office.get('batches.scheduled', {});
  expect(listed.map(({ batchId, scheduledFor }) => [batchId, scheduledFor])).toEqual([
    [sooner, at(hourMs)],
    [later, at(2 * hourMs)],
  ]);
});

it('asks about its duplicates once: confirmed ones are no attention item until the schedule ends', async () => {
  const { batchId: paid } = await office.draft([{ amount: '10.00', account: 'A' }], 'paid.csv');
  expect((await office.release(paid)).ok).toBe(true);
  const { batchId } = await office.draft([{ amount: '10.00', account: 'A' }], 'again.csv');
  await office.get('batches.duplicates', { batchId });
  const kinds = async () => (await office.get('attention.list', {})).map(({ kind }) => kind);
  expect(await kinds()).toEqual(['heldDuplicates']);
  expect((await office.release(batchId, at(hourMs))).ok).toBe(true);
  expect(await kinds()).toEqual([]);
  await office.get('batches.unschedule', { batchId });
  expect(await kinds()).toEqual(['heldDuplicates']);
});

it('names the person who scheduled it last as the one who released it', async () => {
  const named = (personName: string) => office.get('settings.change', { personName });
  const report = (batchId: string) => office.get('batches.show', { batchId });
  await named('Ada Lovelace');
  const batchId = await scheduled('payroll.csv', hourMs);
  await named('Grace Hopper');
  expect((await office.release(batchId, at(2 * hourMs))).ok).toBe(true);
  expect((await report(batchId)).releasedBy).toBeNull();
  await named('Somebody Else');
  await office.pass(2 * hourMs);
  await office.get('batches.releaseDue', { lateAfterMs: hourMs });
  expect(await report(batchId)).toMatchObject({
    preparedBy: expect.stringContaining('Ada Lovelace'),
    releasedBy: expect.stringMatching(/^Grace Hopper.*, as scheduled$/),
  });
});

it('says that Bursar still tries while the gateway cannot be reached at its time, and until when; then that it was missed', async () => {
  const batchId = await scheduled('payroll.csv', hourMs);
  await office.get('runner.start', {});
  const said = async () =>
    (await office.get('attention.list', {})).flatMap((item) => (item.kind === 'schedule' ? [item] : []));
  office.isDown = true;
  await office.pass(hourMs + 90_000);
  const trouble = { code: 'delayed', until: at(3 * hourMs) };
  expect(await said()).toMatchObject([{ batchId, trouble }]);
  expect((await said()).map(attentionText)).toEqual([
    'payroll.csv was to be released on 2026-03-02 09:00 UTC. Bursar could not release it yet, and tries until 2026-03-02 11:00 UTC. If it is not to be released then, end its schedule.',
  ]);
  await office.pass(2 * hourMs);
  expect(await said()).toMatchObject([{ batchId, trouble: { code: 'late' } }]);
  expect(office.gateway.book()).toEqual([]);
});

it('is not tried again if Bursar was closed at its time', async () => {
  const batchId = await scheduled('payroll.csv', hourMs);
  await office.pass(hourMs + 90_000);
  await office.get('runner.start', {});
  await office.pass(30_000);
  expect(await office.get('attention.list', {})).toMatchObject([{ batchId, trouble: { code: 'late' } }]);
});
