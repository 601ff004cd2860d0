import { fail, succeed } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';

/** How much of a message is parsed between two turns of the process: a few milliseconds of work. */
const sliceBytes = 32 * 1024;
const marks = [
  { bytes: Buffer.from([0xef, 0xbb, 0xbf]), encoding: 'utf-8' },
  { bytes: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { bytes: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
  // A “<” in two bytes: UTF-16 without a mark.
  { bytes: Buffer.from([0x3c, 0x00]), encoding: 'utf-16le' },
  { bytes: Buffer.from([0x00, 0x3c]), encoding: 'utf-16be' },
] as const;
const declaration = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']/;

type Decoder = InstanceType<typeof TextDecoder>;

/** Whether a file begins as XML, in any of its encodings, and not as a web page. */
export function isXml(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 200))
    .toString('latin1')
    .replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '')
    .replaceAll('\0', '');
  return /^\s*<(?!\s*(?:html|!doctype\s+html))/i.test(start);
}

/** The text of an XML file in pieces, decoded by its byte order mark or else by the encoding that it names. */
export function xmlText(bytes: Uint8Array, name: string): Result<Iterable<string>> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mark = marks.find((known) => all.subarray(0, known.bytes.length).equals(known.bytes));
  const named = declaration.exec(all.toString('latin1', 0, 200))?.[1] ?? 'utf-8';
  const encoding = mark?.encoding ?? named;
  const decoder = decoderOf(encoding);
  if (decoder === null)
    return fail(
      'fileUnreadable',
      `${name} names the encoding ${encoding}, which Bursar does not read. Save it as UTF-8.`,
    );
  return succeed(slices(all, decoder));
}

function decoderOf(encoding: string): Decoder | null {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    // No decoder has that name: the caller says so.
    return null;
  }
}

function* slices(bytes: Buffer, decoder: Decoder): Generator<string> {
  for (let start = 0; start < bytes.length; start += sliceBytes)
    yield decoder.decode(bytes.subarray(start, start + sliceBytes), { stream: true });
  yield decoder.decode();
}
