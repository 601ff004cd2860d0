/**
 * Finds texts that are equal but for one edit (a character changed, added, left out, or two beside each other swapped), in time that
 * hardly grows with the number of texts: two such texts are equal after leaving out one character of each, or of one. Each text is
 * entered under the hashes of itself without each of its characters. What is found may differ by two edits; the caller compares.
 */
export class Neighbours {
  /** The last entry of each chain of hashes. */
  readonly #heads: Int32Array;
  /** A bit for each hash that is entered, so that most that are not are told by one look at a small array. */
  readonly #bits: Int32Array;
  /** The query that told a number last. */
  readonly #told: Int32Array;
  /** Of each entry its number with some bits of its hash, and the entry before it in its chain; in pieces, so that none has to be copied when more are needed. */
  readonly #pieces: Int32Array[] = [new Int32Array(wordsOfPiece)];
  /** How many of the lowest bits of the first word are the number. */
  readonly #numberBits: number;
  #used = 1;
  #queries = 0;

  /** For texts with numbers from 0 to below `numbers`. */
  constructor(numbers: number) {
    const size = 2 ** Math.ceil(Math.log2(numbers * usualEntries + 32));
    this.#heads = new Int32Array(size);
    this.#bits = new Int32Array((size * bitsOfHead) / 32);
    this.#told = new Int32Array(numbers);
    this.#numberBits = Math.max(1, Math.ceil(Math.log2(numbers)));
  }

  /** Enters a text under its number, which may have several texts. */
  add(text: string, number: number): void {
    const [heads, bits] = [this.#heads, this.#bits];
    const count = hashesOf(text);
    for (let index = 0; index < count; index += 1) {
      const hash = hashes[index] ?? 0;
      const bit = hash & (bits.length * 32 - 1);
      bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
      const head = (hash >>> 8) & (heads.length - 1);
      this.#enter(number | (hash << this.#numberBits), heads[head] ?? 0);
      heads[head] = this.#used;
      this.#used += 1;
    }
  }

  #enter(word: number, before: number): void {
    let piece = this.#pieces[this.#used >>> bitsOfPiece];
    if (piece === undefined) {
      piece = new Int32Array(wordsOfPiece);
      this.#pieces.push(piece);
    }
    const place = (this.#used & (entriesOfPiece - 1)) * 2;
    piece[place] = word;
    piece[place + 1] = before;
  }

  /** Tells each number that may have a text at most one edit from this one, each once. */
  find(text: string, tell: (number: number) => void): void {
    this.#queries += 1;
    const [heads, bits, told] = [this.#heads, this.#bits, this.#told];
    const numberMask = 2 ** this.#numberBits - 1;
    const count = hashesOf(text);
    let found = 0;
    for (let index = 0; index < count; index += 1) {
      const hash = hashes[index] ?? 0;
      const bit = hash & (bits.length * 32 - 1);
      if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) continue;
      let entry = heads[(hash >>> 8) & (heads.length - 1)] ?? 0;
      while (entry !== 0) {
        const piece = this.#pieces[entry >>> bitsOfPiece];
        const place = (entry & (entriesOfPiece - 1)) * 2;
        const word = piece?.[place] ?? 0;
        entry = piece?.[place + 1] ?? 0;
        const number = word & numberMask;
        if (word !== (number | (hash << this.#numberBits)) || told[number] === this.#queries) continue;
        told[number] = this.#queries;
        candidates[found] = number;
        found += 1;
      }
    }
    for (let index = 0; index < found; index += 1) tell(candidates[index] ?? 0);
  }
}

/** Entries that most texts need at most; more only make the search slower. */
const usualEntries = 16;
const bitsOfHead = 8;
const bitsOfPiece = 15;
const entriesOfPiece = 2 ** bitsOfPiece;
const wordsOfPiece = entriesOfPiece * 2;
/** Of a longer text only the beginning is entered. */
const longestText = 512;
/** What the last `hashesOf` found; one array for all, since there are millions of calls. */
const hashes = new Int32Array(longestText + 1);
const candidates: number[] = [];
const base = 0x01000193;
/** Powers of the base, which are needed to leave a character out of a hash. */
const powers = new Int32Array(longestText);
powers[0] = 1;
for (let place = 1; place < powers.length; place += 1)
  powers[place] = Math.imul(powers[place - 1] ?? 0, base);

/** Puts the hash of a text and those of it without each of its characters into `hashes`; gives how many. */
function hashesOf(text: string): number {
  const length = Math.min(text.length, longestText);
  let total = 0;
  for (let place = 0; place < length; place += 1)
    total = (Math.imul(total, base) + text.charCodeAt(place)) | 0;
  hashes[0] = mixed(total);
  let count = 1;
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

/** Spreads a hash over all of its bits. */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
