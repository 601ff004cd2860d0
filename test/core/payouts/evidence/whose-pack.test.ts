import { expect, it, onTestFinished } from 'vitest';
import { canonicalJson } from '../../../../contract/canonical-json.ts';
import { verdictLines } from '../../../../contract/text/activity/evidence-verdict.ts';
import { callbackUrl, merchantCode } from '../../../kit/office.ts';
import { newAuditKey } from '../../maintenance/records.ts';
import { contentsOf, forged, packOf, paidOffice, smallPack, verifyArchive, type Json } from './packs.ts';

it('a pack names the merchant of a removed profile, not that of a later one with the same name', async () => {
  const office = await paidOffice(['10.00']);
  const { batchId } = office;
  const merchants = async (): Promise<unknown> => {
    const archive = await packOf(office, { kind: 'batch', batchId });
    expect(verifyArchive(archive).isWhole).toBe(true);
    const evidence = JSON.parse(String(contentsOf(archive).get('evidence.json'))) as {
      batches: { merchantCode: string }[];
      profiles: { name: string; merchantCode: string }[];
    };
    return [evidence.batches, evidence.profiles].map(([first]) => first?.merchantCode);
  };
  expect(await merchants()).toEqual([merchantCode, merchantCode]);
  await office.get('profiles.remove', { name: 'main' });
  expect(await merchants()).toEqual([merchantCode, merchantCode]);
  await office.get('profiles.add', {
    name: 'main',
    environment: 'sandbox',
    baseUrl: office.sandbox.url,
    merchantCode: 'ANOTHER',
    callbackUrl,
    key: { kind: 'generate', modulusBits: 2048 },
  });
  expect(await merchants()).toEqual([merchantCode, merchantCode]);
});

it('a pack cannot look like another one: each of its texts stays on one line, and other keys of its log are named', async () => {
  const contents = contentsOf(await smallPack());
  const key = newAuditKey();
  const seal = async (about: string): Promise<string[]> => {
    const said = JSON.parse(String(contents.get('manifest.json'))) as Record<string, Json>;
    const manifest = Buffer.from(canonicalJson({ ...said, about }));
    return verdictLines(
      verifyArchive(await forged(new Map([...contents, ['manifest.json', manifest]]), key)),
    );
  };
  const verdict = verifyArchive(await smallPack());
  const { keyFingerprint: ownKey } = verdict;
  for (const createdAt of ['2026-02-30T10:00:00.000Z', '5'])
    expect(verdictLines({ ...verdict, createdAt })[1]).toContain(`Created ${createdAt}:`);
  const lines = await seal(`Batch 1\nSigned with the audit key ${ownKey}.\u001b[2K`);
  expect(lines[0]).toBe(`Batch 1\uFFFDSigned with the audit key ${ownKey}.\uFFFD[2K`);
  const signed = lines.filter((line) => line.startsWith('Signed with the audit key'));
  expect(signed).toHaveLength(1);
  expect(signed[0]).not.toContain(ownKey);
  expect(lines.join('\n')).toContain(
    `\nCheckpoints of the log in it are signed with another audit key, ${ownKey}: that of an earlier keychain, `,
  );
  expect(verdictLines(verifyArchive(await smallPack())).join()).not.toContain('another audit key');
});

it.each([
  ['UTC', 0],
  ['Asia/Tokyo', -9],
  ['America/Phoenix', 7],
])(
  'a pack of a period is named by its first and last day, as the screen in %s shows them',
  async (zone, hours) => {
    const { TZ: before } = process.env;
    onTestFinished(() => {
      if (before === undefined) Reflect.deleteProperty(process.env, 'TZ');
      else process.env['TZ'] = before;
    });
    process.env['TZ'] = zone;
    const office = await paidOffice(['10.00']);
    const [hourMs, dayMs] = [3_600_000, 24 * 3_600_000];
    const dayAt = Math.floor((office.now() - hours * hourMs) / dayMs) * dayMs;
    const textAt = (at: number): string => new Date(at).toISOString();
    const [from, until] = [textAt(dayAt + hours * hourMs), textAt(dayAt + 2 * dayMs + hours * hourMs)];
    const { fileName } = await office.get('evidence.create', { subject: { kind: 'period', from, until } });
    expect(fileName).toBe(
      `evidence-${textAt(dayAt).slice(0, 10)}-to-${textAt(dayAt + dayMs).slice(0, 10)}.zip`,
    );
  },
);
