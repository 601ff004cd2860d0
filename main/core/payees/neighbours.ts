/**
 * Finds texts that are equal but for one edit (a character changed, added, left out, or two beside each other swapped), in time that
 * hardly grows with the number of texts: two such texts are equal after leaving out one character of each, or of one. Each text is
 * entered under the hashes of itself without each of its characters. What is found may differ by two edits, or have nothing but a hash
 * in common; the caller compares. No text is kept.
 */
export class Neighbours {
  /** Of each chain of hashes its first entry, which nearly always is the only one, and the one behind it. */
  readonly #slots: Int32Array;
  /** Two bits of one word for each hash that is entered, so that most that are not are told by one look at a small array. */
  readonly #bits: Int32Array;
  /** The query that told a number last. */
  readonly #told: Int32Array;
  /** Of each other entry its number with some bits of its hash, and the one behind it; in pieces, so that none has to be copied when more are needed. */
  readonly #pieces: Int32Array[] = [new Int32Array(wordsOfPiece)];
  /** How many of the lowest bits of the first word are the number. */
  readonly #numberBits: number;
  /** A slot is named by the highest bits of a hash, and a word of the bits too: what has those in common lies together. */
  readonly #bitsBehindSlot: number;
  readonly #bitsBehindWord: number;
  /** Hashes with their numbers that are not entered yet, in parts by their highest bits, and how far each part is filled. */
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
    this.#told = new Int32Array(numbers);
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

  /** Enters what waits of one part of all hashes: its slots and bits are few enough to stay near the processor meanwhile. */
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

  /** Gives each number, once, that may have a text at most one edit from one of `texts`, or equal to one of `wholes`. */
  find(texts: readonly string[], wholes: readonly string[] = texts): readonly number[] {
    if (this.#isWaiting) this.#enterAll();
    this.#queries += 1;
    const [slots, told, numberBits, bitsBehindSlot] = [
      this.#slots,
      this.#told,
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
        if (word === (number | (hash << numberBits)) && told[number] !== this.#queries) {
          told[number] = this.#queries;
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

  /** Keeps those of the first hashes that may be entered; gives how many. Without a branch, so that the looks need not wait for one another. */
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

/** Entries that most texts need at most; more only make the search slower. */
const usualEntries = 16;
const bitsOfSlot = 8;
/** Parts of all hashes that are entered one by one. */
const parts = 64;
const bitsBehindPart = 26;
const wordsOfPart = 4096;
const bitsOfPiece = 15;
const entriesOfPiece = 2 ** bitsOfPiece;
const wordsOfPiece = entriesOfPiece * 2;
/** Of a longer text only the beginning is entered. */
const longestText = 512;
/** Hashes of one call at most: of more texts, or longer ones, the others are left out. */
const mostHashes = 8192;
/** What the last `hashesOf` found; one list for all, since there are millions of calls. */
const hashes = new Int32Array(mostHashes);
/** What stands for the entry behind one: none at all in an empty slot, and none behind the last. */
const noEntry = 0;
const lastEntry = 1;
const firstEntry = 2;
const base = 0x01000193;
/** Powers of the base, which are needed to leave a character out of a hash. */
const powers = new Int32Array(longestText);
powers[0] = 1;
for (let place = 1; place < powers.length; place += 1)
  powers[place] = Math.imul(powers[place - 1] ?? 0, base);

/** Puts the hashes of texts, and of `texts` without each of their characters, into `hashes`; gives how many. */
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
