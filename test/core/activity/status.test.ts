import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { verifiedText } from '../../../contract/text/activity/verified-text.ts';
import { createWitnessFile } from '../../../main/files/index.ts';
import { attentionOf } from '../../kit/attention.ts';
import { openOffice } from '../../kit/office.ts';
import { temporaryFolder } from '../../kit/store.ts';
import { newAuditKey } from '../maintenance/records.ts';
import { payBatch } from '../payouts/evidence/packs.ts';

it('is called verified only after a verification in this session, and then up to which event', async () => {
  const office = await openOffice();
  const said = async () => verifiedText(await office.get('audit.status', {}), (time) => time);
  expect(await said()).toBe('Not verified yet');
  const at = Date.parse('2026-01-02T03:04:05.000Z');
  const claim = { at, sequence: 1, hash: 'ab', checkpoint: 7, problems: 0 };
  office.store.writeSetting('verifiedLog', JSON.stringify(claim));
  expect(await said()).toBe('Last verified at 2026-01-02T03:04:05.000Z, and not since');
  await office.get('audit.verify', {});
  const { headHash, events } = await office.get('audit.status', {});
  expect(await said()).toMatch(
    new RegExp(`^Verified to (event ${events}|checkpoint \\d+), head hash ${headHash.slice(0, 16)}, at `),
  );
  await office.get('settings.change', { duplicateWindowDays: 30 });
  expect(await said()).toMatch(/; 1 event since$/);
  office.store.writeSetting('duplicateWindowDays', '1');
  await office.get('audit.verify', {});
  expect(await said()).toMatch(/^Not verified: 1 problem found at /);
});

it('warns when the witness file is missing, behind, changed or unreadable, and stops once it is up to date', async () => {
  const office = await openOffice({
    evidence: { auditKey: newAuditKey(), witnessFile: createWitnessFile() },
  });
  const file = path.join(temporaryFolder(), 'witness.jsonl');
  await office.get('settings.change', { witnessFile: file });
  await payBatch(office, ['1.00']);
  const state = async () => (await office.get('audit.status', {})).witness;
  const lines = () => readFileSync(file, 'utf8').trimEnd().split('\n');
  await office.until(async () => {
    const { lastCheckpoint } = await office.get('audit.status', {});
    return lastCheckpoint !== null && lines().length === lastCheckpoint.number;
  });
  const whole = readFileSync(file, 'utf8');
  const messages = async (content: string | null): Promise<string[]> => {
    if (content === null) rmSync(file);
    else writeFileSync(file, content);
    office.wait(11_000);
    const items = await attentionOf(office);
    const told = items.find((item) => item.kind === 'witness');
    expect((await state())?.fault).toEqual(told?.fault ?? null);
    return items.filter(({ kind }) => kind === 'witness').map(({ message }) => message);
  };
  expect(await messages(whole)).toEqual([]);
  expect(lines().length).toBeGreaterThan(1);
  expect((await messages(`${lines().slice(0, -1).join('\n')}\n`)).join()).toMatch(
    /is behind: it ends with checkpoint \d+, and the log has \d+/,
  );
  expect((await messages(whole.replace(/queued|paid/g, 'failed'))).join()).toMatch(
    /does not agree with the log/,
  );
  expect((await messages('notes\n')).join()).toMatch(
    /does not end in a line of a checkpoint: it was changed\. Put it back/,
  );
  expect((await messages(null)).join()).toMatch(/witness\.jsonl does not exist\. Put it back/);
  expect(await messages(whole)).toEqual([]);
});

it('stops warning that the witness file could not be written once its folder is there again, without another checkpoint', async () => {
  const office = await openOffice({
    evidence: { auditKey: newAuditKey(), witnessFile: createWitnessFile() },
  });
  const folder = path.join(temporaryFolder(), 'share');
  const file = path.join(folder, 'witness.jsonl');
  office.store.writeSetting('witnessFile', JSON.stringify(file));
  await payBatch(office, ['1.00']);
  const faults = async () => {
    office.wait(11_000);
    return (await attentionOf(office)).filter(({ kind }) => kind === 'witness');
  };
  await office.until(async () => (await faults()).length > 0);
  expect(await faults()).toMatchObject([{ fault: { code: 'notWritten', cause: 'ENOENT' } }]);
  mkdirSync(folder);
  expect(await faults()).toEqual([]);
  const { lastCheckpoint } = await office.get('audit.status', {});
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(lastCheckpoint?.number ?? 0);
});
