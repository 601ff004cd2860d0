import type { XmlHandler } from '../xml/xml-parser.ts';
import { unescaped } from './xlsx-parts.ts';

/** The text of a cell, which may consist of several runs. How it is pronounced is not part of it. */
export class CellText implements XmlHandler {
  #text = '';
  #isIn = false;
  #isPronunciation = false;

  open(element: string): void {
    if (element === 'rPh') this.#isPronunciation = true;
    else if (element === 't') this.#isIn = !this.#isPronunciation;
  }

  text(text: string): void {
    if (this.#isIn) this.#text += text;
  }

  close(element: string): void {
    if (element === 'rPh') this.#isPronunciation = false;
    else if (element === 't') this.#isIn = false;
  }

  whole(): string {
    return unescaped(this.#text).trim();
  }
}

/** Reads the texts that cells share by their number. */
export class SharedTexts implements XmlHandler {
  readonly texts: string[] = [];
  #current: CellText | null = null;

  open(element: string): void {
    if (element === 'si') this.#current = new CellText();
    else this.#current?.open(element);
  }

  text(text: string): void {
    this.#current?.text(text);
  }

  close(element: string): void {
    this.#current?.close(element);
    if (element !== 'si' || this.#current === null) return;
    this.texts.push(this.#current.whole());
    this.#current = null;
  }
}
