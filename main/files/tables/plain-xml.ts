import type { Clock } from '../../core/ports/index.ts';

/** How much of a part is looked at between two turns of the process. */
const searchedBytes = 128 * 1024;
/** Longer than any tag with its text; of one that is longer, an expression would take too much memory. */
const longestTag = 512 * 1024;

/**
 * A part of a workbook in the one form in which it is searched, and which the library can read: no comments, instructions, marked texts (CDATA) or
 * prefixes of elements, and tags such as `<c r="A1" s="2"/>`, with one space before each attribute and double quotes.
 */
export async function plainXml(part: Buffer, clock: Clock): Promise<Buffer> {
  const xml = markup.reduce(withoutMarkup, part);
  return withTags(xml, clock, (written) => {
    const text = written.replaceAll(prefix, '<$1');
    return text.length <= longestTag && unusualTag.test(text) ? text.replaceAll(tag, plainTag) : text;
  });
}

/** XML whose tags, many at once, are as `change` returns them, with the texts between them. */
export async function withTags(xml: Buffer, clock: Clock, change: (text: string) => string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let isChanged = false;
  let start = 0;
  while (start < xml.length) {
    const end = endOfTags(xml, start);
    if (end === null) break;
    const piece = xml.subarray(start, end);
    const text = piece.toString('latin1');
    const changed = change(text);
    isChanged ||= changed !== text;
    pieces.push(changed === text ? piece : Buffer.from(changed, 'latin1'));
    start = end;
    await clock.turn();
  }
  return isChanged ? Buffer.concat([...pieces, xml.subarray(start)]) : xml;
}

type Markup = {
  readonly start: Buffer;
  readonly end: Buffer;
  readonly plain: (content: Buffer) => Buffer;
};

/** The library keeps only the end of a text with any of these in it, so 12<!-- -->34 would be 34. Marked text may look like the others. */
const markup: readonly (readonly Markup[])[] = [
  [
    { start: Buffer.from('<![CDATA['), end: Buffer.from(']]>'), plain: escaped },
    { start: Buffer.from('<!--'), end: Buffer.from('-->'), plain: () => Buffer.alloc(0) },
  ],
  [{ start: Buffer.from('<?'), end: Buffer.from('?>'), plain: () => Buffer.alloc(0) }],
];

function escaped(text: Buffer): Buffer {
  const plain = text.toString('latin1').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return Buffer.from(plain.replaceAll('>', '&gt;'), 'latin1');
}

/** The byte order mark. */
const longestMark = 3;

function withoutMarkup(xml: Buffer, kinds: readonly Markup[]): Buffer {
  const first = kinds[0]?.start.subarray(0, 2) ?? '';
  const pieces: Buffer[] = [];
  let done = 0;
  // The declaration at the very beginning stays.
  for (
    let at = xml.indexOf(first, longestMark + 1);
    at >= 0;
    at = xml.indexOf(first, Math.max(done, at + 1))
  ) {
    const kind = kinds.find(({ start }) => xml.subarray(at, at + start.length).equals(start));
    const end = kind === undefined ? -1 : xml.indexOf(kind.end, at + kind.start.length);
    if (kind === undefined || end < 0) continue;
    pieces.push(xml.subarray(done, at), kind.plain(xml.subarray(at + kind.start.length, end)));
    done = end + kind.end.length;
  }
  return pieces.length === 0 ? xml : Buffer.concat([...pieces, xml.subarray(done)]);
}

/** Where the tags that begin soon after `start` end, so that no tag reaches over it; null if no other tag follows. */
function endOfTags(xml: Buffer, start: number): number | null {
  const last = start + searchedBytes;
  if (last >= xml.length) return xml.length;
  const before = xml.lastIndexOf('<', last);
  const after = before > start ? before : xml.indexOf('<', last);
  return after < 0 ? null : after;
}

const prefix = /<(\/?)[^\s<>"'/:]+:/g;
const unusualTag = /<[^<>]*(?:[\t\r\n']|\s[\s=/>]|=\s|&#)|="[^"<>]*>|\ss="(?!(?:0|[1-9]\d*)")/;
const tag = /<(\/?)([^\s<>"'/!?]+)(?=[\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/g;
const attribute = /([^\s<>"'=/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
/** A letter or digit that is written by its number. */
const reference = /&#(?:x0*([3-7][\da-f])|0*(\d{2,3}));/gi;

function plainTag(_: string, slash: string, name: string, rest: string): string {
  const attributes = Array.from(rest.matchAll(attribute), ([, key = '', double, single = '']) => {
    const value = (double ?? single.replaceAll('"', '&quot;')).replaceAll(reference, plainCharacter);
    // The number of a style is compared as it is written.
    const plain = key === 's' ? value.trim().replace(/^\+?0*(?=\d+$)/, '') : value.replaceAll('>', '&gt;');
    return ` ${key}="${plain}"`;
  });
  return `<${slash}${name}${attributes.join('')}${rest.endsWith('/') ? '/' : ''}>`;
}

function plainCharacter(written: string, hexadecimal: string | undefined, decimal: string): string {
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  const character = String.fromCharCode(code);
  return /^[A-Za-z\d]$/.test(character) ? character : written;
}
