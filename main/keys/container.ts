import { derChildren, derSequence, derTag, largestInteger, type DerElement } from './der.ts';

/** A private key as contained in a file, recognised by its outer structure only. The bytes are a view of the file's. */
export type KeyContainer =
  | { readonly kind: 'pem'; readonly bytes: Uint8Array; readonly isEncrypted: boolean }
  | {
      readonly kind: 'der';
      readonly bytes: Uint8Array;
      readonly form: 'pkcs1' | 'pkcs8';
      readonly isEncrypted: boolean;
    };

/** What a file contains instead of one usable private key. */
export type NotAKey =
  | 'nothing'
  | 'publicKey'
  | 'certificate'
  | 'ellipticKey'
  | 'openSshKey'
  | 'puttyKey'
  | 'pkcs12'
  | 'severalKeys'
  | 'tooManyRounds'
  | 'unknown';

/** The most key derivation rounds for one passphrase: a second or two. */
const largestRounds = 5_000_000;

const beginMark = '-----BEGIN ';
const markEnd = '-----';
const largestLabelCharacters = 64;
const mostBlocks = 100;

type PemBlock = { readonly label: string; readonly bytes: Buffer };

function pemBlocks(file: Buffer): PemBlock[] {
  const blocks: PemBlock[] = [];
  let start = file.indexOf(beginMark);
  while (start !== -1 && blocks.length < mostBlocks) {
    const labelStart = start + beginMark.length;
    const labelEnd = file.indexOf(markEnd, labelStart);
    if (labelEnd === -1 || labelEnd - labelStart > largestLabelCharacters) break;
    const label = file.toString('latin1', labelStart, labelEnd);
    const endMark = `-----END ${label}-----`;
    const end = file.indexOf(endMark, labelEnd);
    if (end === -1) break;
    blocks.push({ label, bytes: file.subarray(start, end + endMark.length) });
    start = file.indexOf(beginMark, end + endMark.length);
  }
  return blocks;
}

/** Only encrypted blocks get here, so the text in between is not secret. */
function decodePem({ label, bytes }: PemBlock): Buffer {
  const text = bytes.toString(
    'latin1',
    `${beginMark}${label}${markEnd}`.length,
    bytes.lastIndexOf('-----END '),
  );
  return Buffer.from(text, 'base64');
}

function recognisePem(blocks: readonly PemBlock[]): KeyContainer | NotAKey {
  const privateBlocks = blocks.filter(({ label }) => label.endsWith('PRIVATE KEY'));
  const [block] = privateBlocks;
  if (block === undefined) {
    const labels = blocks.map(({ label }) => label);
    if (labels.some((label) => label.endsWith('PUBLIC KEY'))) return 'publicKey';
    return labels.some((label) => label.includes('CERTIFICATE')) ? 'certificate' : 'unknown';
  }
  if (privateBlocks.length > 1) return 'severalKeys';
  switch (block.label) {
    case 'PRIVATE KEY':
      return { kind: 'pem', bytes: block.bytes, isEncrypted: false };
    case 'RSA PRIVATE KEY':
      return { kind: 'pem', bytes: block.bytes, isEncrypted: block.bytes.includes('Proc-Type: 4,ENCRYPTED') };
    case 'ENCRYPTED PRIVATE KEY':
      return recogniseDer(decodePem(block));
    case 'EC PRIVATE KEY':
      return 'ellipticKey';
    case 'OPENSSH PRIVATE KEY':
      return 'openSshKey';
    default:
      return 'unknown';
  }
}

function startsWith(elements: readonly DerElement[], ...tags: readonly number[]): boolean {
  return tags.every((tag, place) => elements[place]?.tag === tag);
}

function recogniseDer(file: Uint8Array): KeyContainer | NotAKey {
  const sequence = derSequence(file);
  if (sequence === null) return 'unknown';
  const { whole, children } = sequence;
  const { integer, bitString, octetString, sequence: list } = derTag;
  if (startsWith(children, integer, list, octetString))
    return { kind: 'der', bytes: whole, form: 'pkcs8', isEncrypted: false };
  if (startsWith(children, integer, integer, integer, integer))
    return { kind: 'der', bytes: whole, form: 'pkcs1', isEncrypted: false };
  if (startsWith(children, list, octetString) && children.length === 2) {
    const algorithm = derChildren(children[0]?.content ?? new Uint8Array()) ?? [];
    if (largestInteger(algorithm) > largestRounds) return 'tooManyRounds';
    return { kind: 'der', bytes: whole, form: 'pkcs8', isEncrypted: true };
  }
  if (startsWith(children, integer, octetString)) return 'ellipticKey';
  if (startsWith(children, list, list, bitString)) return 'certificate';
  if (
    startsWith(children, list, bitString) ||
    (startsWith(children, integer, integer) && children.length === 2)
  )
    return 'publicKey';
  if (startsWith(children, integer, list)) return 'pkcs12';
  return 'unknown';
}

/** Recognises the kind of key file, without reading any number of the key. */
export function recogniseKey(file: Buffer): KeyContainer | NotAKey {
  if (file.length === 0) return 'nothing';
  const blocks = pemBlocks(file);
  if (blocks.length > 0) return recognisePem(blocks);
  if (file.indexOf('PuTTY-User-Key-File') === 0) return 'puttyKey';
  return recogniseDer(file);
}
