import { inflateRawSync } from 'node:zlib';
import { canonicalJson } from '../../../../contract/canonical-json.ts';
import { systemClock } from '../../../../main/system.ts';
import path from 'node:path';
import type { EvidenceSubject, EvidenceVerdict } from '../../../../contract/evidence/evidence.ts';
import type { Evidence } from '../../../../main/core/ports/index.ts';
import { createFiles, createWitnessFile } from '../../../../main/files/index.ts';
import { archiveVerification, resultOf } from '../../../../main/files/evidence/check-pack.ts';
import { readDirectory } from '../../../../main/files/zip/read-zip.ts';
import { openOffice, type Office } from '../../../kit/office.ts';
import { createMemoryApprovalKeys } from '../../../../main/keys/index.ts';
import { openColleague } from '../../../kit/people.ts';
import { temporaryFolder } from '../../../kit/store.ts';
import { oneApproval } from '../../approvals/two-people.ts';
import { newAuditKey } from '../../maintenance/records.ts';

/** An office with an audit key, where a batch of payouts has been paid. */
export async function paidOffice(amounts: readonly string[]): Promise<Office & { readonly batchId: string }> {
  const evidence: Evidence = { auditKey: newAuditKey(), witnessFile: createWitnessFile() };
  const office = await openOffice({ evidence });
  const batchId = await payBatch(office, amounts);
  return Object.assign(office, { batchId });
}

/** As `paidOffice`, where Ann approved the batch because the policy asks for it, and a witness file has the checkpoints. */
export async function approvedOffice(
  amounts: readonly string[],
): Promise<Office & { readonly batchId: string; readonly witnessFile: string }> {
  const evidence: Evidence = { auditKey: newAuditKey(), witnessFile: createWitnessFile() };
  const approvalKeys = createMemoryApprovalKeys(true);
  const office = await openOffice({ evidence, approvalKeys, systemUser: 'otto' });
  const witnessFile = path.join(temporaryFolder(), 'witness.jsonl');
  await office.get('settings.change', { witnessFile, personName: 'Otto Lund' });
  const ann = await openColleague(office.parts, 'Ann');
  await office.get('approvers.add', { card: await ann.card() });
  await office.get('policies.set', { policy: oneApproval });
  const { batchId } = await office.draft(amounts);
  const { bytes } = await office.get('approvals.request', { batchId, name: 'Otto' });
  await office.get('approvals.import', { file: await ann.approve(bytes) });
  await office.releaseAll(batchId);
  await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 60_000 });
  return Object.assign(office, { batchId, witnessFile });
}

/** Verifies an evidence pack from end to end. */
export function verifyArchive(archive: Uint8Array): EvidenceVerdict {
  return resultOf(archiveVerification(archive));
}

export async function payBatch(office: Office, amounts: readonly string[]): Promise<string> {
  const { batchId } = await office.draft(amounts);
  await office.releaseAll(batchId);
  await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 60_000 });
  return batchId;
}

export async function packOf(office: Office, subject: EvidenceSubject): Promise<Buffer> {
  return Buffer.from((await office.get('evidence.create', { subject })).bytes);
}

type Place = { readonly name: string; readonly from: number; readonly until: number };

/** Where each file's packed bytes lie in an archive, in order. */
export function placesIn(archive: Buffer): Place[] {
  return (readDirectory(archive) ?? []).map(({ name, headerAt, packedBytes }) => {
    const from = headerAt + 30 + archive.readUInt16LE(headerAt + 26);
    return { name, from, until: from + packedBytes };
  });
}

/** A generator of numbers that a seed repeats. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What each file of an archive holds. */
export function contentsOf(archive: Buffer): Map<string, Buffer> {
  return new Map(
    placesIn(archive).map(({ name, from, until }) => {
      const bytes = archive.subarray(from, until);
      return [name, name === 'manifest.json' || name === 'seal.json' ? bytes : inflateRawSync(bytes)];
    }),
  );
}

let made: Promise<Buffer> | null = null;

/** A signed pack of a batch of two payouts that another person approved, with a witness file, made once; each test has a copy of its own. */
export async function smallPack(): Promise<Buffer> {
  made ??= approvedOffice(['10.00', '20.00']).then((office) =>
    packOf(office, { kind: 'batch', batchId: office.batchId }),
  );
  return Buffer.from(await made);
}

export type Json = Parameters<typeof canonicalJson>[0];

/** An archive of these files whose manifest fits them, unsigned or signed with a key of the forger: what anyone without the audit key can make. */
export async function forged(
  contents: ReadonlyMap<string, Buffer>,
  key: Evidence['auditKey'] | null = null,
): Promise<Uint8Array> {
  const files = createFiles({ clock: systemClock });
  const archive = files.beginArchive();
  const listed = [];
  for (const [name, content] of contents) {
    if (name === 'manifest.json' || name === 'seal.json') continue;
    const entry = archive.begin(name);
    await entry.add(content);
    listed.push(await entry.finish());
  }
  const said = JSON.parse(String(contents.get('manifest.json'))) as Record<string, Json>;
  const manifest = Buffer.from(canonicalJson({ ...said, files: listed }));
  archive.addPlain('manifest.json', manifest);
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(manifest));
  const signed = await key?.sign(manifest);
  const proof = signed?.ok === true ? signed.value : { publicKey: null, signature: null };
  const seal = { manifest: Buffer.from(digest).toString('hex'), ...proof };
  archive.addPlain('seal.json', Buffer.from(canonicalJson(seal)));
  return archive.finish();
}

export function flip(archive: Buffer, at: number, bits: number): void {
  archive.writeUInt8(archive.readUInt8(at) ^ bits, at);
}
