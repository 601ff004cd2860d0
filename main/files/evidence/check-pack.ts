import type { EvidenceVerdict } from '../../../contract/evidence/evidence.ts';
import { packFormat } from '../../../contract/evidence/pack.ts';
import { fingerprintOf, isSignedBy } from '../../core/ports/signatures.ts';
import { Records } from './check-records.ts';
import { readPack, type PackFile } from './read-pack.ts';
import { canonicalObject, objectsIn, sha256, textIn, type Values } from './shapes.ts';

const listedProblems = 100;

/** Progress of a verification, in files. */
export type VerifiedSoFar = { readonly done: number; readonly total: number };

/** Verifies an archive, every byte of it, file by file. */
export function* archiveVerification(archive: Uint8Array): Generator<VerifiedSoFar, EvidenceVerdict> {
  const pack = readPack(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength));
  if (pack === null)
    return unreadable([
      'The archive cannot be read: it is not a ZIP archive, a part of it is missing, or something was added at its end.',
    ]);
  const problems: string[] = [];
  return yield* fileVerification(pack.files(problems), pack.count, problems);
}

/** Runs a verification to its end; calls `onStep` after each file. */
export function resultOf(
  verification: Generator<VerifiedSoFar, EvidenceVerdict>,
  onStep: (soFar: VerifiedSoFar) => void = () => {},
): EvidenceVerdict {
  for (;;) {
    const step = verification.next();
    if (step.done === true) return step.value;
    onStep(step.value);
  }
}

/** Nothing else is known about an archive that cannot be read. */
function unreadable(problems: readonly string[]): EvidenceVerdict {
  return {
    isWhole: false,
    problems: [...problems],
    problemsLeftOut: 0,
    about: null,
    createdAt: null,
    files: 0,
    payments: 0,
    events: 0,
    checkpoints: 0,
    keyFingerprint: null,
    notes: [],
  };
}

/** Verifies `total` files of a pack. `archiveProblems` returns those of the archive, known once all files were read. */
export function* fileVerification(
  files: Iterable<PackFile>,
  total: number,
  archiveProblems: readonly string[],
): Generator<VerifiedSoFar, EvidenceVerdict> {
  const found = new Map<string, FoundFile>();
  const small = new Map<string, Buffer>();
  const records = new Records();
  let done = 0;
  let isUnpacked = false;
  for (const { name, packed, content } of files) {
    isUnpacked ||= packed === null;
    found.set(name, foundFile(packed, content));
    if (name === 'seal.json' || name === 'manifest.json') small.set(name, content ?? Buffer.alloc(0));
    if (/^evidence(-\d+)?\.json$/.test(name)) records.addFile(name, content);
    done += 1;
    yield { done, total };
  }
  const problems = [...archiveProblems];
  if (found.size !== done) problems.push('The archive has two files with one name.');
  const contentOf = (name: string): Buffer => small.get(name) ?? Buffer.alloc(0);
  const seal = canonicalObject(contentOf('seal.json'));
  const manifest = canonicalObject(contentOf('manifest.json'));
  for (const [name, values] of [
    ['seal.json', seal],
    ['manifest.json', manifest],
  ] as const)
    if (values === null)
      problems.push(found.has(name) ? `${name} cannot be read: it was changed.` : `${name} is missing.`);
  const keyFingerprint = checkSeal(seal, contentOf('manifest.json'), problems);
  if (manifest !== null) problems.push(...manifestProblems(manifest, found));
  problems.push(...records.problems);
  const isWhole = problems.length === 0;
  return {
    isWhole,
    problems: problems.slice(0, listedProblems),
    problemsLeftOut: Math.max(0, problems.length - listedProblems),
    about: manifest === null ? null : textIn(manifest, 'about'),
    createdAt: manifest === null ? null : textIn(manifest, 'createdAt'),
    files: done,
    payments: records.payments,
    events: records.events,
    checkpoints: records.checkpoints,
    keyFingerprint,
    notes: [
      ...signatureNotes(keyFingerprint, isWhole),
      ...(isWhole ? otherKeyNotes(keyFingerprint, records.checkpointKeys) : []),
      ...(isUnpacked ? [unpackedNote] : []),
      ...(isWhole ? [notComparedNote] : []),
      ...(isWhole ? records.notes : []),
    ],
  };
}

/** The data to compare with the manifest; `sha256` is null if the file cannot be unpacked, `packedSha256` if it was not packed. */
type FoundFile = {
  readonly bytes: number;
  readonly sha256: string | null;
  readonly packedSha256: string | null;
};

function foundFile(packed: Buffer | null, content: Buffer | null): FoundFile {
  return {
    bytes: content?.length ?? 0,
    sha256: content === null ? null : sha256(content),
    packedSha256: packed === null ? null : sha256(packed),
  };
}

function manifestProblems(manifest: Values, found: ReadonlyMap<string, FoundFile>): string[] {
  const problems: string[] = [];
  if (manifest['format'] !== packFormat)
    problems.push(
      `manifest.json has a different format from ${packFormat}: use the Bursar that wrote it, or a later one.`,
    );
  const names = new Set(['manifest.json', 'seal.json']);
  for (const entry of objectsIn(manifest, 'files')) {
    const name = textIn(entry, 'name');
    names.add(name);
    const problem = fileProblem(name, entry, found.get(name));
    if (problem !== null) problems.push(problem);
  }
  for (const name of found.keys())
    if (!names.has(name)) problems.push(`${name} was added: the manifest does not list it.`);
  return problems;
}

function checkSeal(seal: Values | null, manifest: Buffer, problems: string[]): string | null {
  if (seal === null) return null;
  const { publicKey, signature } = seal;
  const isSigned = typeof publicKey === 'string' && typeof signature === 'string';
  const isValid =
    isSigned && isSignedBy(publicKey, manifest, signature) && isExact(publicKey) && isExact(signature);
  if (seal['manifest'] !== sha256(manifest))
    problems.push(`${isValid ? 'seal.json was' : 'manifest.json, or seal.json, was'} changed.`);
  else if (isSigned && !isValid) problems.push('seal.json was changed: its signature is not of its key.');
  else if (Object.keys(seal).length !== 3 || (!isSigned && (publicKey !== null || signature !== null)))
    problems.push('seal.json was changed.');
  return isValid ? fingerprintOf(publicKey) : null;
}

/** Base64 can be written in several ways; only the canonical one counts. */
function isExact(base64: string): boolean {
  return Buffer.from(base64, 'base64').toString('base64') === base64;
}

function fileProblem(name: string, entry: Values, file: FoundFile | undefined): string | null {
  if (file === undefined) return `${name} is missing.`;
  if (file.sha256 === null || file.bytes !== entry['bytes'] || file.sha256 !== entry['sha256'])
    return `${name} was changed.`;
  return file.packedSha256 === null || file.packedSha256 === entry['packedSha256']
    ? null
    : `${name} was packed again: the archive was changed, but not the content of the file.`;
}

/** A pack that somebody else made of the parts of this one has a different signature from the log. */
function otherKeyNotes(keyFingerprint: string | null, ofCheckpoints: ReadonlySet<string>): string[] {
  if (keyFingerprint === null) return [];
  return [...ofCheckpoints]
    .filter((key) => key !== keyFingerprint)
    .map(
      (key) =>
        `Checkpoints of the log in it are signed with another audit key, ${key}: that of an earlier keychain, or this pack is not from the owner of the log.`,
    );
}

const notComparedNote =
  'evidence.pdf and payments.csv are those that manifest.json lists; they were not compared with the JSON files.';
const unpackedNote = 'Unpacked: the files were verified, not the archive that they came in.';

/** What the signature proves; it proves nothing about the differing parts. */
function signatureNotes(keyFingerprint: string | null, isWhole: boolean): string[] {
  const compare =
    'Compare this fingerprint with the one that the company gave you through another channel: it shows whose key this is.';
  if (keyFingerprint === null)
    return isWhole
      ? ['Not signed: the JSON files agree with each other, but anyone could have written this pack.']
      : [];
  return [
    isWhole
      ? `Signed with the audit key ${keyFingerprint}. ${compare} The pack has not changed since that key signed it.`
      : `The list of files is as the audit key ${keyFingerprint} signed it; what is named above differs from it. ${compare}`,
  ];
}
