import { fail, succeed, type Result } from '../../../contract/result.ts';

const marks = [
  { bytes: Buffer.from([0xef, 0xbb, 0xbf]), encoding: 'utf-8' },
  { bytes: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { bytes: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
  // A “<” in two bytes: UTF-16 without a mark.
  { bytes: Buffer.from([0x3c, 0x00]), encoding: 'utf-16le' },
  { bytes: Buffer.from([0x00, 0x3c]), encoding: 'utf-16be' },
] as const;
const declaration = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']/;

/** Decodes the bytes of an XML file; throws at bytes that its encoding does not have. */
export type XmlDecoder = InstanceType<typeof TextDecoder>;

/** Whether a file begins as XML, in any of its encodings, and not as a web page. */
export function isXml(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 200))
    .toString('latin1')
    .replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '')
    .replaceAll('\0', '');
  return /^\s*<(?!\s*(?:html|!doctype\s+html))/i.test(start);
}

/** The decoder of an XML file that begins with these bytes: by its byte order mark, or else by the encoding that it names. */
export function xmlDecoder(begin: Uint8Array, name: string): Result<XmlDecoder> {
  const start = Buffer.from(begin.buffer, begin.byteOffset, Math.min(begin.byteLength, 200));
  const mark = marks.find((known) => start.subarray(0, known.bytes.length).equals(known.bytes));
  const encoding = mark?.encoding ?? declaration.exec(start.toString('latin1'))?.[1] ?? 'utf-8';
  try {
    return succeed(new TextDecoder(encoding, { fatal: true }));
  } catch {
    // No decoder has that name.
    return fail(
      'fileUnreadable',
      `${name} names the encoding ${encoding}, which Bursar does not read. Save it as UTF-8.`,
    );
  }
}
