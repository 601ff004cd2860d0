import { expect, it } from 'vitest';
import { canonicalJson } from '../../../../contract/canonical-json.ts';
import { verdictLines } from '../../../../contract/text/evidence-verdict.ts';
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
  const { keyFingerprint: ownKey } = verifyArchive(await smallPack());
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

it('a pack of a period is named by its first and last day', async () => {
  const office = await paidOffice(['10.00']);
  const dayMs = 24 * 3_600_000;
  const today = office.now() - (office.now() % dayMs);
  const [from, until] = [today, today + dayMs].map((at) => new Date(at).toISOString());
  const subject = { kind: 'period', from: from ?? '', until: until ?? '' } as const;
  const { fileName } = await office.get('evidence.create', { subject });
  expect(fileName).toBe(`evidence-${from?.slice(0, 10)}-to-${from?.slice(0, 10)}.zip`);
});
