import path from 'node:path';
import { XmlParser, type XmlAttributes, type XmlHandler } from '../xml/xml-parser.ts';
import { xmlDecoder } from '../xml/xml-decoder.ts';

/** Why a workbook is not read: it is damaged, or has more rows or columns than any table may have. */
export type UnreadReason = 'broken' | 'tooLarge' | 'tooWide';

/** A workbook that is not read. */
export class Unread extends Error {
  readonly reason: UnreadReason;

  constructor(reason: UnreadReason) {
    super(reason);
    this.name = 'Unread';
    this.reason = reason;
  }
}

/** The files of a workbook that say which the others are. */
export const workbookPart = 'xl/workbook.xml';
export const relationsPart = 'xl/_rels/workbook.xml.rels';

/**
 * Parses a part of a workbook piece by piece, with the names of its elements without prefixes. Throws `DamagedEntry`, `XmlRefused`, and what
 * the handler throws.
 */
export async function* parsePart(
  pieces: AsyncIterable<Buffer>,
  handler: XmlHandler,
): AsyncGenerator<undefined> {
  let parser: XmlParser | null = null;
  for await (const piece of pieces) {
    parser ??= parserOf(piece, handler);
    parser.write(piece);
    yield;
  }
  parser?.close();
}

function parserOf(begin: Buffer, handler: XmlHandler): XmlParser {
  const decoder = xmlDecoder(begin, '');
  if (!decoder.ok) throw new Unread('broken');
  return new XmlParser(decoder.value, {
    open: (name, attributes) => handler.open(localName(name), attributes),
    text: (text) => handler.text(text),
    close: (name) => handler.close(localName(name)),
  });
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Whether an attribute is true. */
export function isSet(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** A text in which characters may be written as `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

type Relation = { readonly file: string; readonly kind: string };

/** Reads the files of the parts of a workbook. */
export class RelationsReader implements XmlHandler {
  readonly #relations = new Map<string, Relation>();

  open(element: string, { Id = '', Target = '', Type = '' }: XmlAttributes): void {
    if (element !== 'Relationship') return;
    const file = path.posix.join(Target.startsWith('/') ? '/' : '/xl', Target).slice(1);
    this.#relations.set(Id, { file, kind: Type.slice(Type.lastIndexOf('/') + 1) });
  }

  text(): void {}
  close(): void {}

  /** The part with this ID. */
  withId(id: string): Relation | null {
    return this.#relations.get(id) ?? null;
  }

  /** The file of the only part of this kind; null if the workbook has none. */
  fileOf(kind: 'sharedStrings' | 'styles'): string | null {
    return [...this.#relations.values()].find((relation) => relation.kind === kind)?.file ?? null;
  }
}

/** A sheet of rows: its name, its file, and whether the workbook hides it. */
type SheetPart = { readonly name: string; readonly file: string; readonly isHidden: boolean };

/** Reads which sheets a workbook has, and what holds for all their cells. */
export class WorkbookReader implements XmlHandler {
  readonly sheets: SheetPart[] = [];
  /** Whether all formulas are to be calculated when it is opened, because their values in the file may be old. */
  areStale = false;
  readonly #relations: RelationsReader;
  #properties: XmlAttributes | null = null;

  constructor(relations: RelationsReader) {
    this.#relations = relations;
  }

  open(element: string, attributes: XmlAttributes): void {
    if (element === 'workbookPr') this.#properties ??= attributes;
    else if (element === 'calcPr') this.areStale ||= isSet(attributes['fullCalcOnLoad']);
    else if (element === 'sheet') this.#addSheet(attributes);
  }

  text(): void {}
  close(): void {}

  /** Whether days are counted from 1904. */
  isFrom1904(): boolean {
    return isSet(this.#properties?.['date1904']);
  }

  #addSheet({ name = '', state = '', ...others }: XmlAttributes): void {
    const [, id = ''] = Object.entries(others).find(([key]) => /^\w+:id$/.test(key)) ?? [];
    const relation = this.#relations.withId(id);
    // A chart that is a sheet of its own has no rows.
    if (relation?.kind !== 'worksheet') return;
    this.sheets.push({ name: unescaped(name), file: relation.file, isHidden: /hidden$/i.test(state) });
  }
}
