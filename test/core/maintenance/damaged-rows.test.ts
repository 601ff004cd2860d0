import { expect, it } from 'vitest';
import { attentionText } from '../../../contract/text/attention/attention-text.ts';
import { officeWith } from './damaged-office.ts';

it('a batch with an ID that none has stops no payout of another', async () => {
  const office = await officeWith(
    `UPDATE batches SET batchId = 'a b' WHERE releasedAt IS NOT NULL AND kind = 'payout' AND profileNumber = 1`,
  );
  const end = await office.get('batches.run', { batchIds: null, until: 'still', silenceLimitMs: 60_000 });
  expect(end.outcome).toBe('done');
  const sent = office.gateway.book().map(({ merchantCode, acceptedCount }) => [merchantCode, acceptedCount]);
  expect(sent).toContainEqual(['second', 1]);
  const item = (await office.get('attention.list', {})).find(({ kind }) => kind === 'unreadable');
  expect(item === undefined ? '' : attentionText(item)).toContain('batch a b');
});

it('payees and flows are counted once, and payouts found, although nothing says how far they were indexed', async () => {
  const sound = await officeWith('SELECT 1');
  await sound.get('runner.start', {});
  await sound.pass(600_000);
  const paid = await sound.get('payees.list', { limit: 9 });
  const damage = 'DELETE FROM payeesProgress; DELETE FROM flowsProgress; DELETE FROM historyProgress';
  const days = { profileName: 'main', by: 'day', from: '2026-03-01', until: '2026-03-03' } as const;
  const flows = await sound.get('flows.read', days);
  const office = await officeWith(damage, sound.store.image());
  const before = await office.get('payouts.list', { limit: 9 });
  expect(before.payouts.length).toBeGreaterThan(0);
  expect(await office.get('payees.list', { limit: 9 })).toEqual(paid);
  expect(await office.get('payees.list', { limit: 9 })).toEqual(paid);
  expect(await office.get('flows.read', days)).toEqual(flows);
  await office.pass(60_000);
  const checks = await office.get('doctor.run', {});
  expect(checks.filter(({ isFine, code }) => !isFine && code !== 'spareKeys')).toEqual([]);
});

it('diagnostics end, and say so, although nothing says which event is the last', async () => {
  const office = await officeWith('DELETE FROM chain');
  const checks = await office.get('doctor.run', {});
  expect(checks.filter(({ isFine }) => !isFine).map(({ code }) => code)).not.toEqual([]);
});
