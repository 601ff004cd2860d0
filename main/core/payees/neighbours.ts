/**
 * Finds texts that differ by at most one edit (a character changed, added, left out, or two adjacent ones swapped), in time that
 * hardly grows with the number of texts: two such texts are equal after leaving out one character of each, or of one. Each text is
 * entered under the hashes of itself without each of its characters. A match may differ by two edits, or share nothing but a
 * hash; the caller compares. No text is kept.
 */
export class Neighbours {
  /** The first entry of each chain of hashes, which nearly always is the only one, and its successor. */
  readonly #slots: Int32Array;
  /** A Bloom filter: two bits of one word per entered hash, so that a small array rules out most hashes that are not entered. */
  readonly #bits: Int32Array;
  /** The query that last returned a number. */
  readonly #lastQuery: Int32Array;
  /** For each other entry its number with some bits of its hash, and its successor; in pieces, so that growing copies nothing. */
  readonly #pieces: Int32Array[] = [new Int32Array(wordsOfPiece)];
  /** How many of the lowest bits of the first word hold the number. */
  readonly #numberBits: number;
  /** The highest bits of a hash select its slot and its filter word, so nearby hashes are stored together. */
  readonly #bitsBehindSlot: number;
  readonly #bitsBehindWord: number;
  /** Hashes with their numbers that are not entered yet, in parts by their highest bits, and the fill level of each part. */
  readonly #waiting = new Int32Array(parts * wordsOfPart);
  readonly #filled = new Int32Array(parts);
  #isWaiting = false;
  #used = firstEntry;
  #queries = 0;

  /** For texts with numbers from 0 to below `numbers`. */
  constructor(numbers: number) {
    const size = 2 ** Math.ceil(Math.log2(numbers * usualEntries + 32));
    this.#slots = new Int32Array(size * 2);
    this.#bits = new Int32Array((size * bitsOfSlot) / 32);
    this.#lastQuery = new Int32Array(numbers);
    this.#bitsBehindSlot = 32 - Math.log2(size);
    this.#bitsBehindWord = 32 - Math.log2(this.#bits.length);
    for (let part = 0; part < parts; part += 1) this.#filled[part] = part * wordsOfPart;
    this.#numberBits = Math.max(1, Math.ceil(Math.log2(numbers)));
  }

  /** Enters texts under their number: `texts` to be found by neighbours, `wholes` only by texts that are equal. */
  add(number: number, texts: readonly string[], wholes: readonly string[] = texts): void {
    this.#isWaiting = true;
    const [waiting, filled] = [this.#waiting, this.#filled];
    const count = hashesOf(texts, wholes);
    for (let index = 0; index < count; index += 1) {
      const hash = hashes[index] ?? 0;
      const part = hash >>> bitsBehindPart;
      const place = filled[part] ?? 0;
      waiting[place] = hash;
      waiting[place + 1] = number;
      filled[part] = place + 2;
      if (place + 2 === (part + 1) * wordsOfPart) this.#enterPart(part);
    }
  }

  /** Enters the waiting hashes of one part: its slots and bits are few enough to stay in the processor's cache. */
  #enterPart(part: number): void {
    const [slots, bits, waiting] = [this.#slots, this.#bits, this.#waiting];
    const [bitsBehindSlot, bitsBehindWord] = [this.#bitsBehindSlot, this.#bitsBehindWord];
    const end = this.#filled[part] ?? 0;
    for (let index = part * wordsOfPart; index < end; index += 2) {
      const hash = waiting[index] ?? 0;
      const place = hash >>> bitsBehindWord;
      bits[place] = (bits[place] ?? 0) | bitsOf(hash);
      const slot = (hash >>> bitsBehindSlot) << 1;
      const word = (waiting[index + 1] ?? 0) | (hash << this.#numberBits);
      const behind = slots[slot + 1] ?? noEntry;
      if (behind === noEntry) slots[slot] = word;
      slots[slot + 1] = behind === noEntry ? lastEntry : this.#enter(word, behind);
    }
    this.#filled[part] = part * wordsOfPart;
  }

  #enterAll(): void {
    for (let part = 0; part < parts; part += 1) this.#enterPart(part);
    this.#isWaiting = false;
  }

  #enter(word: number, behind: number): number {
    let piece = this.#pieces[this.#used >>> bitsOfPiece];
    if (piece === undefined) {
      piece = new Int32Array(wordsOfPiece);
      this.#pieces.push(piece);
    }
    const place = (this.#used & (entriesOfPiece - 1)) * 2;
    piece[place] = word;
    piece[place + 1] = behind;
    this.#used += 1;
    return this.#used - 1;
  }

  /** Returns each number, once, whose text may be at most one edit from one of `texts`, or equal to one of `wholes`. */
  find(texts: readonly string[], wholes: readonly string[] = texts): readonly number[] {
    if (this.#isWaiting) this.#enterAll();
    this.#queries += 1;
    const [slots, lastQuery, numberBits, bitsBehindSlot] = [
      this.#slots,
      this.#lastQuery,
      this.#numberBits,
      this.#bitsBehindSlot,
    ];
    const numberMask = 2 ** numberBits - 1;
    const count = this.#sift(hashesOf(texts, wholes));
    const found: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const hash = hashes[index] ?? 0;
      const slot = (hash >>> bitsBehindSlot) << 1;
      let [word, behind] = [slots[slot] ?? 0, slots[slot + 1] ?? noEntry];
      while (behind !== noEntry) {
        const number = word & numberMask;
        if (word === (number | (hash << numberBits)) && lastQuery[number] !== this.#queries) {
          lastQuery[number] = this.#queries;
          found.push(number);
        }
        if (behind === lastEntry) break;
        const piece = this.#pieces[behind >>> bitsOfPiece];
        const place = (behind & (entriesOfPiece - 1)) * 2;
        word = piece?.[place] ?? 0;
        behind = piece?.[place + 1] ?? noEntry;
      }
    }
    return found;
  }

  /** Keeps those of the first hashes that may be entered; returns how many. Branch-free, so that lookups do not wait for each other. */
  #sift(count: number): number {
    const [bits, bitsBehindWord] = [this.#bits, this.#bitsBehindWord];
    let kept = 0;
    for (let index = 0; index < count; index += 1) {
      const hash = hashes[index] ?? 0;
      const missing = bitsOf(hash) & ~(bits[hash >>> bitsBehindWord] ?? 0);
      hashes[kept] = hash;
      kept += ((missing | -missing) >>> 31) ^ 1;
    }
    return kept;
  }
}

/** The most entries of a text; more only slow down the search. */
const usualEntries = 16;
const bitsOfSlot = 8;
/** Parts of all hashes that are entered one by one. */
const parts = 64;
const bitsBehindPart = 26;
const wordsOfPart = 4096;
const bitsOfPiece = 15;
const entriesOfPiece = 2 ** bitsOfPiece;
const wordsOfPiece = entriesOfPiece * 2;
/** Only the beginning of a longer text is entered. */
const longestText = 512;
/** The most hashes per call; the rest of more or longer texts is left out. */
const mostHashes = 8192;
/** The result of the last `hashesOf`; one shared array, because there are millions of calls. */
const hashes = new Int32Array(mostHashes);
/** Marks the absence of a successor: an empty slot, or the last entry of a chain. */
const noEntry = 0;
const lastEntry = 1;
const firstEntry = 2;
const base = 0x01000193;
/** Powers of the base, which are needed to leave a character out of a hash. */
const powers = new Int32Array(longestText);
powers[0] = 1;
for (let place = 1; place < powers.length; place += 1)
  powers[place] = Math.imul(powers[place - 1] ?? 0, base);

/** Puts the hashes of texts, and of `texts` without each of their characters, into `hashes`; returns how many. */
function hashesOf(texts: readonly string[], wholes: readonly string[]): number {
  let count = 0;
  for (const text of texts) count = addNeighbours(text, count);
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

function addNeighbours(text: string, first: number): number {
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
    if (code !== last) {
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
