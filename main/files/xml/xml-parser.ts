import { SaxesParser } from 'saxes';
import type { XmlDecoder } from './xml-decoder.ts';

const deepest = 40;

/** XML that is refused; its message is the reason, a sentence that begins with the file name. */
export class XmlRefused extends Error {}

/** The attributes of an element by their names as written. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Called with the content of an XML file. Names are as written, with their prefix. */
export type XmlHandler = {
  open(name: string, attributes: XmlAttributes): void;
  text(text: string): void;
  close(name: string): void;
};

/**
 * Parses XML piece by piece; each call throws `XmlRefused` if it is invalid or contains anything that a message between computers must not
 * have: a document type (with it entities and external references), or elements nested without end.
 */
export class XmlParser {
  readonly #parser = new SaxesParser();
  readonly #decoder: XmlDecoder;

  constructor(decoder: XmlDecoder, handler: XmlHandler) {
    this.#decoder = decoder;
    let depth = 0;
    this.#parser.on('doctype', () => {
      throw new XmlRefused(
        'has a document type (DOCTYPE), which payment files may not have. Ask for it without one.',
      );
    });
    this.#parser.on('error', (error) => {
      throw new XmlRefused(`is broken or incomplete XML (${error.message}). Ask for it again.`);
    });
    this.#parser.on('opentag', ({ name, attributes }) => {
      depth += 1;
      if (depth > deepest) throw new XmlRefused('nests its elements deeper than any payment file.');
      handler.open(name, attributes);
    });
    this.#parser.on('text', (piece) => handler.text(piece));
    this.#parser.on('cdata', (piece) => handler.text(piece));
    this.#parser.on('closetag', ({ name }) => {
      depth -= 1;
      handler.close(name);
    });
  }

  write(bytes: Uint8Array): void {
    this.#parser.write(this.#decoded(bytes));
  }

  close(): void {
    this.#parser.write(this.#decoded()).close();
  }

  #decoded(bytes?: Uint8Array): string {
    try {
      return this.#decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      // The only error of a decoder that refuses bytes in place of replacing them.
      throw new XmlRefused('is not written in the encoding that it names. Ask for it again.');
    }
  }
}
