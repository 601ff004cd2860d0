import { expect, it } from 'vitest';
import { attentionText } from '../../../contract/text/attention/attention-text.ts';
import { releaseText } from '../../../main/faces/cli/report.ts';
import { releaseQuestion } from '../../../main/faces/electron/release-text.ts';
import { iban, painMessage } from '../../files/messages/pain-001.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';

const at = Date.UTC(2026, 4, 1, 8);
const methodRules = [{ when: {}, paymentMethodCode: 'SEPA', paymentOperatorCode: '' }];
const names = ['main', 'second', 'real'] as const;

/** Two sandbox profiles and a live one, each of a merchant of its own. */
function openProfiles(): VirtualOffice {
  const office = new VirtualOffice({ start: at, merchants: names.map((code) => ({ code })) });
  for (const name of names) office.addProfile(name, { environment: name === 'real' ? 'live' : 'sandbox' });
  return office;
}

it('a file that another profile of the environment released is held until a person confirms it, and names that profile', async () => {
  const office = openProfiles();
  const rows = [{ amount: '100.00', account: 'DE89370400440532013000' }];
  const first = await office.draft(rows, 'payroll.csv', 'main');
  expect((await office.release(first.batchId)).ok).toBe(true);

  const { batchId, rowsHash } = await office.draft(rows, 'payroll.csv', 'second');
  const found = await office.get('batches.duplicates', { batchId });
  expect(found.sameFileAs).toMatchObject({ batchId: first.batchId, profileName: 'main', by: 'rows' });
  const released = await office.tell('batches.release', { batchId, rowsHash, confirmed: null, at: null });
  expect(released).toMatchObject({ ok: false, error: { code: 'duplicateHeld' } });
  if (!released.ok) expect(released.error.message).toContain(`batch ${first.batchId} of main`);
  const items = await office.get('attention.list', {});
  expect(items.map(attentionText).join('\n')).toContain(`released before, as batch ${first.batchId}`);
  expect((await office.release(batchId)).ok).toBe(true);

  const live = await office.draft(rows, 'payroll.csv', 'real');
  const ofLive = await office.get('batches.duplicates', { batchId: live.batchId });
  expect(ofLive.sameFileAs).toBeNull();
  await office.close();
});

it('a row already paid by another profile of the environment is held, names that profile, and needs a confirmation of its own', async () => {
  const office = openProfiles();
  const paid = [{ amount: '100.00', account: 'DE89370400440532013000', reference: 'Invoice 7' }];
  // Another file, so that only the row is the same.
  const rows = [...paid, { amount: '20.00', account: 'DE02120300000000202051' }];
  const second = await office.draft(rows, 'second.csv', 'second');
  const before = await office.get('batches.duplicates', { batchId: second.batchId });
  expect(before.rows).toEqual([]);
  const first = await office.draft(paid, 'first.csv', 'main');
  expect((await office.release(first.batchId)).ok).toBe(true);

  const confirmed = { findingsHash: before.findingsHash, all: true, reason: 'seen' } as const;
  const { batchId, rowsHash } = second;
  const released = await office.tell('batches.release', { batchId, rowsHash, confirmed, at: null });
  expect(released).toMatchObject({ ok: false, error: { code: 'duplicateHeld' } });
  const { rows: found } = await office.get('batches.duplicates', { batchId });
  expect(found).toMatchObject([
    { rowNumber: 1, level: 'exact', equalTo: { batchId: first.batchId, profileName: 'main' } },
  ]);
  expect((await office.release(batchId)).ok).toBe(true);

  const live = await office.draft(rows, 'second.csv', 'real');
  expect((await office.get('batches.duplicates', { batchId: live.batchId })).rows).toEqual([]);
  await office.close();
});

it('a file that was released by a profile since removed is held, and names that profile', async () => {
  const office = openProfiles();
  const rows = [{ amount: '100.00', account: 'DE89370400440532013000' }];
  const first = await office.draft(rows, 'payroll.csv', 'main');
  expect((await office.release(first.batchId)).ok).toBe(true);
  await office.get('batches.run', { batchIds: null, until: 'final', silenceLimitMs: 60_000 });
  expect(office.store.removeProfile('main', office.clock.now())).toBe(true);
  const { batchId } = await office.draft(rows, 'payroll.csv', 'second');
  const found = await office.get('batches.duplicates', { batchId });
  expect(found.sameFileAs).toMatchObject({ batchId: first.batchId, profileName: 'main', by: 'rows' });
  await office.close();
});

async function bringMessage(office: VirtualOffice, profileName: string, name: string, amount = '10.00') {
  const payments = [{ name, account: iban('DE89370400440532013000'), amount }];
  const text = painMessage({ messageId: 'PAYROLL-05', groups: [{ payments }] });
  const bytes = new TextEncoder().encode(text);
  const { batch } = await office.get('batches.import', {
    profileName,
    fileName: 'payroll.xml',
    bytes,
    methodRules,
  });
  return batch.batchId;
}

it('a payment file with the ID of a message that another profile of the environment released is held', async () => {
  const office = openProfiles();
  const first = await bringMessage(office, 'main', 'Ada');
  expect((await office.release(first)).ok).toBe(true);
  const second = await bringMessage(office, 'second', 'Ada Example');
  const found = await office.get('batches.duplicates', { batchId: second });
  expect(found.sameFileAs).toMatchObject({ batchId: first, profileName: 'main', by: 'messageId' });
  await office.close();
});

it('the confirmation of a payment file with a message ID that was released before names that batch, and calls only its duplicates so', async () => {
  const office = openProfiles();
  const first = await bringMessage(office, 'main', 'Ada');
  expect((await office.release(first)).ok).toBe(true);
  const texts: string[] = [];
  office.isConfirmed = (summary) => {
    texts.push(releaseQuestion(summary).detail, releaseText(summary));
    return true;
  };
  const second = await bringMessage(office, 'main', 'Bo', '25.00');
  expect((await office.get('batches.duplicates', { batchId: second })).rows).toEqual([]);
  expect((await office.release(second)).ok).toBe(true);
  expect(texts).toHaveLength(2);
  for (const text of texts) {
    expect(text).toContain(
      `ATTENTION: A payment file with the same message ID was released before, as batch ${first} of main on 2026-05-01 UTC, confirmed`,
    );
    expect(text).not.toMatch(/duplicates?, confirmed/);
  }
  await office.close();
});
