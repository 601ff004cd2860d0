/**
 * Finds texts that differ by at most one edit (a character changed, added, left out, or two adjacent ones swapped), in time that
 * hardly grows with the number of texts: two such texts are equal after leaving out one character of each, or of one. Each text is
 * entered under the hashes of itself without each of its characters. A match may differ by two edits, or share nothing but a
 * hash; the caller compares. No text is kept. Where digits never count as an edit, texts that differ in a digit are not found, so that each
 * of many numbered texts is not found with dozens of others.
 */
export class Neighbours {
  /** A Bloom filter: two bits of one word per entered hash, so that a small array rules out most hashes that are not entered. */
  readonly #bits: Int32Array;
  /** Where the entries of each slot begin, and those of the slot before it end. The highest bits of a hash select its slot. */
  readonly #begins: Int32Array;
  /** Slot by slot: the number of a text, with some bits of its hash. */
  #entries = new Int32Array(0);
  /** The query that last returned a number. */
  readonly #lastQuery: Int32Array;
  /** How many of the lowest bits of an entry hold the number. */
  readonly #numberBits: number;
  readonly #bitsBehindSlot: number;
  readonly #bitsBehindWord: number;
  /** Hashes with their numbers that are not entered yet: in parts by their highest bits, in pieces, of which the last has a fill level. */
  readonly #waiting: Int32Array[][] = Array.from({ length: parts }, () => []);
  readonly #filled = new Int32Array(parts).fill(wordsOfPiece);
  #added = 0;
  #entered = 0;
  #enteredParts = 0;
  #queries = 0;
  readonly #editsDigits: boolean;

  /** For texts with numbers from 0 to below `numbers`; `editsDigits`: whether an edit of a digit counts. */
  constructor(numbers: number, { editsDigits }: { readonly editsDigits: boolean }) {
    this.#editsDigits = editsDigits;
    const slots = 2 ** Math.ceil(Math.log2(numbers * usualEntries + parts));
    this.#begins = new Int32Array(slots + 1);
    this.#bits = new Int32Array((slots * bitsOfSlot) / 32);
    this.#lastQuery = new Int32Array(numbers);
    this.#bitsBehindSlot = 32 - Math.log2(slots);
    this.#bitsBehindWord = 32 - Math.log2(this.#bits.length);
    this.#numberBits = Math.max(1, Math.ceil(Math.log2(numbers)));
  }

  /**
   * Adds texts under their number: `texts` to be found by neighbours, `wholes` only by texts that are equal. All are added before the
   * first search.
   */
  add(number: number, texts: readonly string[], wholes: readonly string[] = texts): void {
    if (this.#enteredParts > 0) throw new Error('a text was added after a search');
    const waiting = this.#waiting;
    const filled = this.#filled;
    const count = hashesOf(texts, wholes, this.#editsDigits);
    for (let index = 0; index < count; index += 1) {
      const hash = hashes[index] ?? 0;
      const part = hash >>> bitsBehindPart;
      const pieces = waiting[part] ?? [];
      if (filled[part] === wordsOfPiece) {
        pieces.push(new Int32Array(wordsOfPiece));
        filled[part] = 0;
      }
      const piece = pieces[pieces.length - 1] ?? this.#entries;
      const place = filled[part] ?? 0;
      piece[place] = hash;
      piece[place + 1] = number;
      filled[part] = place + 2;
    }
    this.#added += count;
  }

  /** Enters up to `limit` more parts of what was added; returns how many. A search would otherwise enter all of them at once. */
  enter(limit: number): number {
    const first = this.#enteredParts;
    if (first === 0) this.#entries = new Int32Array(this.#added + 1);
    this.#enteredParts = Math.min(first + limit, parts);
    for (let part = first; part < this.#enteredParts; part += 1) this.#enterPart(part);
    return this.#enteredParts - first;
  }

  /** Enters the hashes of one part: its slots, bits and entries are few enough to stay in the processor's cache. */
  #enterPart(part: number): void {
    const begins = this.#begins;
    const pieces = this.#waiting[part] ?? [];
    const last = pieces.pop();
    if (last !== undefined) pieces.push(last.subarray(0, this.#filled[part]));
    for (const piece of pieces) this.#count(piece);
    const slots = (begins.length - 1) / parts;
    for (let slot = part * slots; slot < (part + 1) * slots; slot += 1) {
      this.#entered += begins[slot] ?? 0;
      // Where they end: each entry moves it to the front.
      begins[slot] = this.#entered;
    }
    begins[begins.length - 1] = this.#entered;
    for (const piece of pieces) this.#put(piece);
    this.#waiting[part] = [];
  }

  #count(piece: Int32Array): void {
    const begins = this.#begins;
    const bits = this.#bits;
    const bitsBehindSlot = this.#bitsBehindSlot;
    const bitsBehindWord = this.#bitsBehindWord;
    for (let index = 0; index < piece.length; index += 2) {
      const hash = piece[index] ?? 0;
      const slot = hash >>> bitsBehindSlot;
      const word = hash >>> bitsBehindWord;
      begins[slot] = (begins[slot] ?? 0) + 1;
      bits[word] = (bits[word] ?? 0) | bitsOf(hash);
    }
  }

  #put(piece: Int32Array): void {
    const begins = this.#begins;
    const entries = this.#entries;
    const bitsBehindSlot = this.#bitsBehindSlot;
    const numberBits = this.#numberBits;
    for (let index = 0; index < piece.length; index += 2) {
      const hash = piece[index] ?? 0;
      const slot = hash >>> bitsBehindSlot;
      const place = (begins[slot] ?? 0) - 1;
      begins[slot] = place;
      entries[place] = (piece[index + 1] ?? 0) | (hash << numberBits);
    }
  }

  /** Returns each number, once, whose text may be at most one edit from one of `texts`, or equal to one of `wholes`. */
  find(texts: readonly string[], wholes: readonly string[] = texts): readonly number[] {
    this.enter(parts);
    this.#queries += 1;
    const query = this.#queries;
    const entries = this.#entries;
    const lastQuery = this.#lastQuery;
    const numberBits = this.#numberBits;
    const numberMask = 2 ** numberBits - 1;
    const count = this.#lookUp(this.#sift(hashesOf(texts, wholes, this.#editsDigits)));
    const found: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const hash = hashes[index] ?? 0;
      const end = ends[index] ?? 0;
      let entry = firstEntries[index] ?? 0;
      for (let place = beginnings[index] ?? 0; place < end;) {
        const number = entry & numberMask;
        if (entry === (number | (hash << numberBits)) && lastQuery[number] !== query) {
          lastQuery[number] = query;
          found.push(number);
        }
        place += 1;
        entry = entries[place] ?? 0;
      }
    }
    return found;
  }

  /** Keeps those of the first hashes that may be entered; returns how many. Branch-free, so that lookups do not wait for each other. */
  #sift(count: number): number {
    const bits = this.#bits;
    const bitsBehindWord = this.#bitsBehindWord;
    let kept = 0;
    for (let index = 0; index < count; index += 1) {
      const hash = hashes[index] ?? 0;
      const missing = bitsOf(hash) & ~(bits[hash >>> bitsBehindWord] ?? 0);
      hashes[kept] = hash;
      kept += ((missing | -missing) >>> 31) ^ 1;
    }
    return kept;
  }

  /** Reads where the entries of the first hashes are, and the first of each; returns how many. Branch-free as well. */
  #lookUp(count: number): number {
    const begins = this.#begins;
    const entries = this.#entries;
    const bitsBehindSlot = this.#bitsBehindSlot;
    for (let index = 0; index < count; index += 1) {
      const slot = (hashes[index] ?? 0) >>> bitsBehindSlot;
      beginnings[index] = begins[slot] ?? 0;
      ends[index] = begins[slot + 1] ?? 0;
    }
    for (let index = 0; index < count; index += 1) firstEntries[index] = entries[beginnings[index] ?? 0] ?? 0;
    return count;
  }
}

const usualEntries = 8;
const bitsOfSlot = 16;
/** The parts of all hashes that are entered one by one, of a few slots at least. */
const parts = 64;
const bitsBehindPart = 26;
const wordsOfPiece = 4096;
/** Only the beginning of a longer text is entered. */
const longestText = 512;
/** The most hashes per call; the rest of more or longer texts is left out. */
const mostHashes = 8192;
/** The result of the last `hashesOf`; one shared array, because there are millions of calls. */
const hashes = new Int32Array(mostHashes);
/** For each of them where its entries begin and end, and the first entry. */
const beginnings = new Int32Array(mostHashes);
const ends = new Int32Array(mostHashes);
const firstEntries = new Int32Array(mostHashes);
const [digit0, digit9] = [0x30, 0x39];
const base = 0x01000193;
/** Powers of the base, which are needed to leave a character out of a hash. */
const powers = new Int32Array(longestText);
powers[0] = 1;
for (let place = 1; place < powers.length; place += 1)
  powers[place] = Math.imul(powers[place - 1] ?? 0, base);

/** Puts the hashes of texts, and of `texts` without each of their characters (digits only with `editsDigits`), into `hashes`; returns how many. */
function hashesOf(texts: readonly string[], wholes: readonly string[], editsDigits: boolean): number {
  let count = 0;
  for (const text of texts) count = addNeighbours(text, count, editsDigits);
  for (const whole of wholes)
    if (!texts.includes(whole)) {
      hashes[count] = mixed(hashOf(whole));
      count += 1;
    }
  return count;
}

function hashOf(text: string): number {
  const length = Math.min(text.length, longestText);
  let total = 0;
  for (let place = 0; place < length; place += 1)
    total = (Math.imul(total, base) + text.charCodeAt(place)) | 0;
  return total;
}

function addNeighbours(text: string, first: number, editsDigits: boolean): number {
  const length = Math.min(text.length, longestText);
  const total = hashOf(text);
  hashes[first] = mixed(total);
  let count = first + 1;
  let before = 0;
  let last = -1;
  for (let place = 0; place < length; place += 1) {
    const code = text.charCodeAt(place);
    const power = powers[length - 1 - place] ?? 0;
    const through = (Math.imul(before, base) + code) | 0;
    // Leaving out either of two equal characters gives the same.
    if (code !== last && (editsDigits || code < digit0 || code > digit9)) {
      hashes[count] = mixed((Math.imul(before, power) + (total - Math.imul(through, power))) | 0);
      count += 1;
    }
    before = through;
    last = code;
  }
  return count;
}

/** The bits of a word that stand for a hash. */
function bitsOf(hash: number): number {
  return (1 << (hash & 31)) | (1 << ((hash >>> 5) & 31));
}

/** Spreads a hash over all of its bits. */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
