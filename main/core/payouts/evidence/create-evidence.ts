import { hash } from 'node:crypto';
import { canonicalJson } from '../../../../contract/canonical-json.ts';
import { WitnessLine } from '../../../../contract/audit/witness.ts';
import { largestPack, packFormat } from '../../../../contract/evidence/pack.ts';
import type { EvidenceSubject } from '../../../../contract/evidence/evidence.ts';
import type { OperationOutput, ParsedInput } from '../../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import { environmentText } from '../../../../contract/text/states.ts';
import { readJson } from '../../../../contract/json.ts';
import { outcomeHeaders, outcomesOf } from '../../batches/export.ts';
import type { CoreContext } from '../../context/context.ts';
import { readCheckpoint, usesKeychain } from '../../maintenance/checkpoints.ts';
import { isoTime } from '../../payments/convert.ts';
import { fingerprintOf } from '../../ports/signatures.ts';
import type {
  ArchiveFile,
  ArchiveWriter,
  Evidence,
  SigningKey,
  StoredCheckpoint,
} from '../../ports/index.ts';
import { readSetting } from '../../settings/settings.ts';
import { ByEnvironment, paymentsOnPaper } from './by-environment.ts';
import { choosePayments } from './choose-payments.ts';
import { evidencePaper } from './evidence-paper.ts';
import { Gathered, type PaymentJson } from './gathered.ts';

/** Payments in one JSON file: about 2 MB, which is written and read without blocking for long. */
const paymentsPerFile = 500;
const checkpointsAtOnce = 200;
/** Writes an evidence pack (operation `evidence.create`). */
export async function createEvidence(
  context: CoreContext,
  evidence: Evidence,
  { subject }: ParsedInput<'evidence.create'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'evidence.create'>>> {
  const { store, clock, files, emit } = context;
  const chosen = await choosePayments(context, subject, signal);
  if (!chosen.ok) return chosen;
  const createdAt = clock.now();
  const archive = files.beginArchive();
  const listed: ArchiveFile[] = [];
  const gathered = new Gathered(context);
  for (const payee of chosen.value.payees) gathered.addPayee(payee);
  const table = files.beginTable('csv', [...outcomeHeaders, 'batchId', 'profileName', 'environment']);
  const otherPayouts: [idPayment: string, text: string][] = [];
  let otherPayoutCount = 0;
  const told = new ByEnvironment();
  const first: PaymentJson[] = [];
  const waiting: PaymentJson[] = [];
  for await (const page of chosen.value.pages) {
    if (signal.aborted) return stopped();
    // Read again together with their records, so that both are from the same moment.
    const payments = store.paymentsOf(page.map(({ paymentId }) => paymentId));
    const added = gathered.addPayments(payments);
    told.add(payments, (payment) => gathered.environmentOf(payment));
    const rows: string[][] = [];
    for (const { payment, cells, otherPayout } of await outcomesOf(context, payments)) {
      rows.push([...cells, payment.batchId, payment.profileName, gathered.environmentOf(payment)]);
      if (otherPayout === '') continue;
      otherPayoutCount += 1;
      if (otherPayoutCount <= paymentsOnPaper) otherPayouts.push([payment.idPayment, otherPayout]);
    }
    await table.add(rows);
    waiting.push(...added);
    first.push(...waiting.splice(0, paymentsPerFile - first.length));
    while (waiting.length >= paymentsPerFile)
      listed.push(await writePart(archive, listed.length + 2, waiting.splice(0, paymentsPerFile)));
    if (!canBeVerified(listed)) return tooLarge();
    emit({ kind: 'progress', id: 'evidence', done: gathered.payments, total: null });
  }
  if (signal.aborted) return stopped();
  if (gathered.payments === 0 && gathered.events === 0)
    return fail('notFound', 'There are no payouts to save evidence of. Choose another period or payee.');
  if (waiting.length > 0) listed.push(await writePart(archive, listed.length + 2, waiting));
  const environments = gathered.environments().map(environmentText).join(', and ');
  const about = `${chosen.value.about(gathered.payments)}. ${environments}`;
  const head = store.headOfLog();
  const checkpoints = checkpointsFrom(context, gathered.firstSequence);
  const main = await written(archive, 'evidence.json', {
    ...gathered.json(),
    about,
    checkpoints,
    createdAt: isoTime(createdAt),
    format: packFormat,
    log: { sequence: head.sequence, hash: head.hash },
    payments: first,
    publicKeys: publicKeysOf(checkpoints),
    subject: subjectJson(subject),
    witness: await witnessLines(context, evidence, checkpoints),
  });
  listed.unshift(main, await bytesWritten(archive, 'payments.csv', await table.finish()));
  if (signal.aborted) return stopped();
  if (!canBeVerified(listed)) return tooLarge();
  const keyFingerprint = await keyOf(context, evidence);
  const paper = await files.writePdf(
    evidencePaper({
      about,
      createdAt,
      profiles: gathered.profiles(),
      parts: told.parts(),
      otherPayouts,
      otherPayoutCount,
      events: gathered.shown,
      eventCount: gathered.events,
      checkpoints: checkpoints.length,
      head,
      files: listed.slice(0, 20),
      keyFingerprint,
    }),
  );
  if (!paper.ok) return paper;
  if (signal.aborted) return stopped();
  listed.push(await bytesWritten(archive, 'evidence.pdf', paper.value));
  listed.push(await bytesWritten(archive, 'verify.mjs', await files.evidenceVerifier()));
  const manifest = { about, createdAt: isoTime(createdAt), files: listed, format: packFormat };
  const sealed = await seal(keyFingerprint === null ? null : evidence.auditKey, archive, manifest);
  if (!sealed.ok) return sealed;
  return succeed({
    bytes: archive.finish(),
    fileName: `${chosen.value.name}.zip`,
    payments: gathered.payments,
    events: gathered.events,
    keyFingerprint,
  });
}

function subjectJson(subject: EvidenceSubject): Readonly<Record<string, string>> {
  const said = Object.entries(subject).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(said);
}

function stopped(): Result<never> {
  return fail('stopped', 'Creating the evidence was stopped. No file was written.');
}

/** PDF, verifier, manifest and seal. */
const otherFiles = { files: 4, bytes: 100_000_000 };

/** Whether a verifier would read a pack with these files, instead of calling some of them changed. */
export function canBeVerified(listed: readonly Pick<ArchiveFile, 'bytes'>[]): boolean {
  const bytes = listed.reduce((sum, file) => sum + file.bytes, otherFiles.bytes);
  return (
    bytes <= largestPack.allBytes &&
    listed.length + otherFiles.files <= largestPack.files &&
    listed.every((file) => file.bytes <= largestPack.fileBytes)
  );
}

function tooLarge(): Result<never> {
  return fail(
    'inputInvalid',
    'These payouts are more than one evidence pack can hold. Choose a shorter period, or save one pack per batch.',
  );
}

function writePart(
  archive: ArchiveWriter,
  number: number,
  payments: readonly PaymentJson[],
): Promise<ArchiveFile> {
  return written(archive, `evidence-${number}.json`, { format: packFormat, part: number, payments });
}

function written(
  archive: ArchiveWriter,
  name: string,
  content: Parameters<typeof canonicalJson>[0],
): Promise<ArchiveFile> {
  return bytesWritten(archive, name, canonicalJson(content));
}

async function bytesWritten(
  archive: ArchiveWriter,
  name: string,
  content: string | Uint8Array,
): Promise<ArchiveFile> {
  const entry = archive.begin(name);
  await entry.add(content);
  return entry.finish();
}

type Manifest = { about: string; createdAt: string; files: ArchiveFile[]; format: string };

/** Adds the manifest and its seal, both uncompressed; signed if there is a key. The PDF names it already, so a pack that it does not sign is none. */
async function seal(
  key: SigningKey | null,
  archive: ArchiveWriter,
  manifest: Manifest,
): Promise<Result<null>> {
  const bytes = Buffer.from(canonicalJson(manifest), 'utf8');
  const signed = key === null ? null : await key.sign(bytes);
  if (signed?.ok === false) return signed;
  const proof = signed?.value ?? { publicKey: null, signature: null };
  archive.addPlain('manifest.json', bytes);
  const sealing = { manifest: hash('sha256', bytes, 'hex'), ...proof };
  archive.addPlain('seal.json', Buffer.from(canonicalJson(sealing), 'utf8'));
  return succeed(null);
}

/** The fingerprint of the key that will sign, generated by its first signature; null if there is none, or the keychain does not give it. */
async function keyOf({ store }: CoreContext, { auditKey }: Evidence): Promise<string | null> {
  if (!usesKeychain(store)) return null;
  const signed = await auditKey.sign(new Uint8Array());
  return signed.ok ? fingerprintOf(signed.value.publicKey) : null;
}

/** The checkpoints since the first of the events. */
function checkpointsFrom({ store }: CoreContext, firstSequence: number): StoredCheckpoint[] {
  const found: StoredCheckpoint[] = [];
  for (let number = 0; ;) {
    const page = store.listCheckpoints(number, checkpointsAtOnce);
    found.push(...page.filter((kept) => (readCheckpoint(kept)?.sequence ?? 0) >= firstSequence));
    const last = page.at(-1);
    if (last === undefined || page.length < checkpointsAtOnce) return found;
    ({ number } = last);
  }
}

/** The lines of the witness file about these checkpoints, unchanged; empty if no file is set or it cannot be read. */
async function witnessLines(
  { store }: CoreContext,
  { witnessFile }: Evidence,
  checkpoints: readonly StoredCheckpoint[],
): Promise<string[]> {
  const path = readSetting(store, 'witnessFile');
  const read = path === null ? null : await witnessFile.read(path);
  if (read?.ok !== true) return [];
  const numbers = new Set(checkpoints.map(({ number }) => number));
  return read.value.filter((line) => {
    const content = lineContent(line);
    const said = content === null ? null : readCheckpoint({ content });
    return said !== null && numbers.has(said.number);
  });
}

function lineContent(line: string): string | null {
  return readJson(WitnessLine, line)?.checkpoint ?? null;
}

function publicKeysOf(
  checkpoints: readonly StoredCheckpoint[],
): { publicKey: string; fingerprint: string }[] {
  const keys = new Set(checkpoints.flatMap(({ publicKey }) => (publicKey === null ? [] : [publicKey])));
  return Array.from(keys, (publicKey) => ({ publicKey, fingerprint: fingerprintOf(publicKey) }));
}
