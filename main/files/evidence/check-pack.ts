import type { EvidenceVerdict } from '../../../contract/evidence/evidence.ts';
import { fingerprintOf, isSignedBy } from '../../core/ports/signatures.ts';
import { Records, sha256 } from './check-records.ts';
import { readPack, type PackedFile } from './read-pack.ts';
import { canonicalObject, objectsIn, textIn, type Values } from './shapes.ts';

const format = 'bursar-evidence-1';
const listedProblems = 100;

/** Verifies an archive, every byte of it. */
export function verifyArchive(archive: Uint8Array): EvidenceVerdict {
  const { files, problems } = readPack(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength));
  return files.length === 0 && problems.length > 0 ? unreadable(problems) : verifyFiles(files, problems);
}

/** Of an archive that cannot be read nothing else is known. */
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

/** Verifies the files of a pack; unpacked ones have no `packed`, so only their content is verified. */
export function verifyFiles(
  files: readonly (Omit<PackedFile, 'packed'> & { readonly packed: Buffer | null })[],
  found: readonly string[],
): EvidenceVerdict {
  const problems = [...found];
  const byName = new Map(files.map((file) => [file.name, file]));
  if (byName.size !== files.length) problems.push('The archive has two files with one name.');
  const contentOf = (name: string): Buffer => byName.get(name)?.content ?? Buffer.alloc(0);
  for (const name of ['seal.json', 'manifest.json'])
    if (canonicalObject(contentOf(name)) === null)
      problems.push(byName.has(name) ? `${name} cannot be read: it was changed.` : `${name} is missing.`);
  const seal = canonicalObject(contentOf('seal.json'));
  const manifest = canonicalObject(contentOf('manifest.json'));
  const keyFingerprint = checkSeal(seal, contentOf('manifest.json'), problems);
  if (manifest !== null && manifest['format'] !== format)
    problems.push(
      `manifest.json has a different format from ${format}: use the Bursar that wrote it, or a later one.`,
    );
  const listed = manifest === null ? [] : objectsIn(manifest, 'files');
  const names = ['manifest.json', 'seal.json'];
  for (const entry of listed) {
    names.push(textIn(entry, 'name'));
    const problem = fileProblem(entry, byName.get(textIn(entry, 'name')));
    if (problem !== null) problems.push(problem);
  }
  if (manifest !== null)
    for (const { name } of files)
      if (!names.includes(name)) problems.push(`${name} was added: the manifest does not list it.`);
  const records = new Records();
  for (const { name, content } of files)
    if (/^evidence(-\d+)?\.json$/.test(name)) {
      const part = content === null ? null : canonicalObject(content);
      if (part === null) problems.push(`${name} cannot be read: it was changed.`);
      else records.add(name, part);
    }
  problems.push(...records.problems);
  return {
    isWhole: problems.length === 0,
    problems: problems.slice(0, listedProblems),
    problemsLeftOut: Math.max(0, problems.length - listedProblems),
    about: manifest === null ? null : textIn(manifest, 'about'),
    createdAt: manifest === null ? null : textIn(manifest, 'createdAt'),
    files: files.length,
    payments: records.payments,
    events: records.events,
    checkpoints: records.checkpoints,
    keyFingerprint,
    notes: [
      ...signatureNotes(keyFingerprint, problems.length === 0),
      ...(files.some(({ packed }) => packed === null) ? [unpackedNote] : []),
      ...(problems.length === 0 ? records.notes : []),
    ],
  };
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
  else if (!isSigned && (publicKey !== null || signature !== null || Object.keys(seal).length !== 3))
    problems.push('seal.json was changed.');
  return isValid ? fingerprintOf(publicKey) : null;
}

/** Base64 may be written in several ways; only the usual one counts. */
function isExact(base64: string): boolean {
  return Buffer.from(base64, 'base64').toString('base64') === base64;
}

function fileProblem(
  entry: Values,
  file: { readonly packed: Buffer | null; readonly content: Buffer | null } | undefined,
): string | null {
  const name = textIn(entry, 'name');
  if (file === undefined) return `${name} is missing.`;
  const { packed, content } = file;
  if (content === null || content.length !== entry['bytes'] || sha256(content) !== entry['sha256'])
    return `${name} was changed.`;
  return packed === null || sha256(packed) === entry['packedSha256']
    ? null
    : `${name} was packed again: the archive was changed, but not the content of the file.`;
}

const unpackedNote = 'Unpacked: the files were verified, not the archive that they came in.';

/** What the signature proves; it proves nothing about the differing parts. */
function signatureNotes(keyFingerprint: string | null, isWhole: boolean): string[] {
  const compare =
    'Compare this fingerprint with the one that the company gave you through another channel: it shows whose key this is.';
  if (keyFingerprint === null)
    return isWhole ? ['Not signed: the parts fit together, but anyone could have written them.'] : [];
  return [
    isWhole
      ? `Signed with the audit key ${keyFingerprint}. ${compare} The pack has not changed since that key signed it.`
      : `The list of files is as the audit key ${keyFingerprint} signed it; what is named above differs from it. ${compare}`,
  ];
}
