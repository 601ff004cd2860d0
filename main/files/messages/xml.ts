import { SaxesParser } from 'saxes';

const deepest = 40;

/** XML that is refused; its message is the reason, a sentence that begins with the file name. */
export class XmlRefused extends Error {}

/** Called with the content of an XML file. Names are as written, with their prefix. */
export type XmlHandler = {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(): void;
};

/**
 * Parses XML piece by piece; throws `XmlRefused` if it is invalid or contains anything that a message between computers must not
 * have: a document type (with it entities and external references), or elements nested without end.
 */
export function* parseXml(text: Iterable<string>, handler: XmlHandler): Generator<void> {
  const parser = new SaxesParser();
  let depth = 0;
  parser.on('doctype', () => {
    throw new XmlRefused(
      'has a document type (DOCTYPE), which payment files may not have. Ask for it without one.',
    );
  });
  parser.on('error', (error) => {
    throw new XmlRefused(`is broken or incomplete XML (${error.message}). Ask for it again.`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > deepest) throw new XmlRefused('nests its elements deeper than any payment file.');
    handler.open(name, attributes);
  });
  parser.on('text', (piece) => handler.text(piece));
  parser.on('cdata', (piece) => handler.text(piece));
  parser.on('closetag', () => {
    depth -= 1;
    handler.close();
  });
  try {
    for (const piece of text) {
      parser.write(piece);
      yield;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new XmlRefused('is not written in the encoding that it names. Ask for it again.');
    throw error;
  }
  parser.close();
  yield;
}
