import type { EvidenceSubject } from '../../../contract/evidence/evidence.ts';
import type { Evidence } from '../../../main/core/ports/index.ts';
import { createWitnessFile } from '../../../main/files/index.ts';
import { readDirectory } from '../../../main/files/zip/read-zip.ts';
import { openOffice, type Office } from '../../kit/office.ts';
import { newAuditKey } from '../maintenance/records.ts';

/** An office with an audit key, where a batch of payouts has been paid. */
export async function paidOffice(amounts: readonly string[]): Promise<Office & { readonly batchId: string }> {
  const evidence: Evidence = { auditKey: newAuditKey(), witnessFile: createWitnessFile() };
  const office = await openOffice({ evidence });
  const batchId = await payBatch(office, amounts);
  return Object.assign(office, { batchId });
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
