import type { XmlHandler } from '../xml/xml-parser.ts';
import { struckThrough } from '../cells/cells.ts';
import { isSet, unescaped } from './xlsx-parts.ts';

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const lowered = '₀₁₂₃₄₅₆₇₈₉';
const shifted: Readonly<Record<string, string>> = { superscript: raised, subscript: lowered };

/**
 * The text of a cell, which may consist of several runs. How it is pronounced is not part of it. What is struck through, superscript or subscript
 * is so without its format, too: 12⁵⁰ is not 1250, and of two accounts one after the other, the first may be crossed out.
 */
export class CellText implements XmlHandler {
  #text = '';
  #isIn = false;
  #isPronunciation = false;
  #isStruck = false;
  #digits: string | null = null;

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    if (element === 'rPh') this.#isPronunciation = true;
    else if (element === 't') this.#isIn = !this.#isPronunciation;
    else if (element === 'strike') this.#isStruck = isSet(attributes['val'] ?? '1');
    else if (element === 'vertAlign') this.#digits = shifted[attributes['val'] ?? ''] ?? null;
    else if (element === 'r') this.#beginRun();
  }

  #beginRun(): void {
    this.#isStruck = false;
    this.#digits = null;
  }

  text(text: string): void {
    if (!this.#isIn) return;
    const shown = this.#digits === null ? text : withDigits(text, this.#digits);
    this.#text += this.#isStruck ? struckThrough(shown) : shown;
  }

  close(element: string): void {
    if (element === 'rPh') this.#isPronunciation = false;
    else if (element === 't') this.#isIn = false;
  }

  whole(): string {
    return unescaped(this.#text).trim();
  }
}

function withDigits(text: string, digits: string): string {
  return text.replaceAll(/\d/g, (digit) => digits.charAt(Number(digit)));
}

/** Reads the texts that cells share by their number. */
export class SharedTexts implements XmlHandler {
  readonly texts: string[] = [];
  #current: CellText | null = null;

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    if (element === 'si') this.#current = new CellText();
    else this.#current?.open(element, attributes);
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
