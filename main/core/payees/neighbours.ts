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
  #used = firstEntry;
  #queries = 0;

  /** For texts with numbers from 0 to below `numbers`. */
  constructor(numbers: number) {
    const size = 2 ** Math.ceil(Math.log2(numbers * usualEntries + 32));
    this.#slots = new Int32Array(size * 2);
    this.#bits = new Int32Array((size * bitsOfSlot) / 32);
    this.#told = new Int32Array(numbers);
    this.#numberBits = Math.max(1, Math.ceil(Math.log2(numbers)));
  }

  /** Enters texts under their number: `texts` to be found by neighbours, `wholes` only by texts that are equal. */
  add(number: number, texts: readonly string[], wholes: readonly string[] = texts): void {
    const [slots, bits] = [this.#slots, this.#bits];
    const count = hashesOf(texts, wholes);
    for (let index = 0; index < count; index += 1) {
      const hash = hashes[index] ?? 0;
      const place = (hash >>> 5) & (bits.length - 1);
      bits[place] = (bits[place] ?? 0) | bitsOf(hash);
      const slot = slotOf(hash, slots.length);
      const word = number | (hash << this.#numberBits);
      const behind = slots[slot + 1] ?? noEntry;
      if (behind === noEntry) slots[slot] = word;
      slots[slot + 1] = behind === noEntry ? lastEntry : this.#enter(word, behind);
    }
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
    this.#queries += 1;
    const [slots, bits, told] = [this.#slots, this.#bits, this.#told];
    const numberMask = 2 ** this.#numberBits - 1;
    const count = hashesOf(texts, wholes);
    const found: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const hash = hashes[index] ?? 0;
      const both = bitsOf(hash);
      if (((bits[(hash >>> 5) & (bits.length - 1)] ?? 0) & both) !== both) continue;
      const slot = slotOf(hash, slots.length);
      let [word, behind] = [slots[slot] ?? 0, slots[slot + 1] ?? noEntry];
      while (behind !== noEntry) {
        const number = word & numberMask;
        if (word === (number | (hash << this.#numberBits)) && told[number] !== this.#queries) {
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
}

/** Entries that most texts need at most; more only make the search slower. */
const usualEntries = 16;
const bitsOfSlot = 8;
const bitsOfPiece = 15;
const entriesOfPiece = 2 ** bitsOfPiece;
const wordsOfPiece = entriesOfPiece * 2;
/** Of a longer text only the beginning is entered. */
const longestText = 512;
/** What the last `hashesOf` found; one list for all, since there are millions of calls. */
const hashes: number[] = [];
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

function slotOf(hash: number, words: number): number {
  return ((hash >>> 8) << 1) & (words - 1);
}

/** The bits of a word that stand for a hash. */
function bitsOf(hash: number): number {
  return (1 << (hash & 31)) | (1 << (hash >>> 27));
}

/** Spreads a hash over all of its bits. */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
