import { struckThrough } from '../cells/cells.ts';
import type { XmlAttributes, XmlHandler } from '../xml/xml-parser.ts';
import { isSet, unescaped } from './xlsx-parts.ts';

/** The digits of a text that is raised or lowered. */
const shiftedDigits: Readonly<Record<string, string>> = {
  superscript: '⁰¹²³⁴⁵⁶⁷⁸⁹',
  subscript: '₀₁₂₃₄₅₆₇₈₉',
};

/**
 * The text of a cell, which may consist of several runs. How it is pronounced is not part of it. What is struck through, superscript or subscript
 * is so without its format, too: 12⁵⁰ is not 1250, and of two accounts one after the other, the first may be crossed out.
 */
export class CellText implements XmlHandler {
  #text = '';
  /** The same in a cell that is struck through; null: all of it is. */
  #struckText: string | null = null;
  /** Of the element that is open; null outside of all. */
  #part: string | null = null;
  #isPronunciation = false;
  #hasFont = false;
  #isStruck = false;
  #digits: string | null = null;

  open(element: string, attributes: XmlAttributes): void {
    if (element === 'rPh') this.#isPronunciation = true;
    else if (element === 't') this.#part = '';
    else if (element === 'r') this.#beginRun();
    else if (element === 'rPr') this.#hasFont = true;
    else if (element === 'strike') this.#isStruck = isSet(attributes['val'] ?? '1');
    else if (element === 'vertAlign') this.#digits = shiftedDigits[attributes['val'] ?? ''] ?? null;
  }

  text(text: string): void {
    if (this.#part !== null) this.#part += text;
  }

  close(element: string): void {
    if (element === 'rPh') this.#isPronunciation = false;
    if (element !== 't' || this.#part === null) return;
    if (!this.#isPronunciation) this.#add(unescaped(this.#part));
    this.#part = null;
  }

  /** What a person sees; `isStruck`: in a cell that is struck through, except for runs with a font of their own. */
  whole(isStruck: boolean): string {
    return (isStruck ? (this.#struckText ?? struckThrough(this.#text)) : this.#text).trim();
  }

  /** Whether a cell that is struck through does not strike through all of it. */
  hasFonts(): boolean {
    return this.#struckText !== null;
  }

  #beginRun(): void {
    this.#hasFont = false;
    this.#isStruck = false;
    this.#digits = null;
  }

  #add(part: string): void {
    const digits = this.#digits;
    const shifted = digits === null ? part : part.replaceAll(/\d/g, (digit) => digits.charAt(Number(digit)));
    const shown = this.#isStruck ? struckThrough(shifted) : shifted;
    if (this.#hasFont) this.#struckText ??= struckThrough(this.#text);
    if (this.#struckText !== null) this.#struckText += this.#hasFont ? shown : struckThrough(shown);
    this.#text += shown;
  }
}

/** Reads the texts that cells share by their number. */
export class SharedTexts implements XmlHandler {
  readonly #texts: string[] = [];
  /** What some of them are in a cell that is struck through. */
  readonly #struckTexts = new Map<number, string>();
  #current: CellText | null = null;

  open(element: string, attributes: XmlAttributes): void {
    if (element === 'si') this.#current = new CellText();
    else this.#current?.open(element, attributes);
  }

  text(text: string): void {
    this.#current?.text(text);
  }

  close(element: string): void {
    const text = this.#current;
    text?.close(element);
    if (element !== 'si' || text === null) return;
    if (text.hasFonts()) this.#struckTexts.set(this.#texts.length, text.whole(true));
    this.#texts.push(text.whole(false));
    this.#current = null;
  }

  /** The text with this number, as `CellText` has it; undefined if there is none. */
  at(number: number, isStruck: boolean): string | undefined {
    const text = this.#texts[number];
    if (!isStruck || text === undefined) return text;
    return this.#struckTexts.get(number) ?? struckThrough(text);
  }
}
