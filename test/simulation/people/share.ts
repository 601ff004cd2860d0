import { fail, succeed } from '../../../contract/result.ts';
import type { Files } from '../../../main/core/ports/index.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { VirtualClock } from '../virtual-clock.ts';

const hourMs = 3_600_000;

/** A shared folder in which files come late, twice under other names, or never. */
export class Share {
  readonly #time: VirtualClock;
  readonly #random: SeededRandom;
  readonly #files = new Map<string, { readonly bytes: Uint8Array; readonly changedAt: number }>();
  /** Everything that was ever written to it, whether or not it came. */
  readonly #written: Uint8Array[] = [];
  #isFair = false;

  constructor(time: VirtualClock, random: SeededRandom) {
    this.#time = time;
    this.#random = random;
  }

  /** The folder as each computer sees it. */
  readonly folder: Files['signedFolder'] = {
    expect: () => Promise.resolve(succeed(null)),
    list: () => {
      const files = Array.from(this.#files, ([name, { bytes, changedAt }]) => ({
        name,
        bytes: bytes.length,
        changedAt,
      }));
      return Promise.resolve(succeed({ files, hasMore: false }));
    },
    read: (_folder, name) => {
      const file = this.#files.get(name);
      return Promise.resolve(file === undefined ? fail('fileUnreadable', 'gone') : succeed(file.bytes));
    },
    write: (_folder, name, bytes) => {
      this.put(bytes);
      return Promise.resolve(succeed({ path: `/share/${name}` }));
    },
  };

  /** From now on every file comes at once. */
  becomeFair(): void {
    this.#isFair = true;
  }

  /** A file is saved to it. */
  put(bytes: Uint8Array): void {
    this.#written.push(bytes);
    if (this.#isFair) return this.#appear(bytes);
    if (this.#random.chance(0.2)) return;
    for (let copies = this.#random.pick([1, 1, 1, 2]); copies > 0; copies -= 1)
      void this.#time.sleep(this.#random.pick([0, 0, 60_000, 2 * hourMs])).then(() => this.#appear(bytes));
  }

  /** A file that was written before comes again, under another name. */
  replay(): void {
    if (this.#written.length > 0) this.#appear(this.#random.pick(this.#written));
  }

  #appear(bytes: Uint8Array): void {
    this.#files.set(`file ${this.#files.size}.bursar`, { bytes, changedAt: this.#time.now() });
  }

  /** All that is there. */
  contents(): Uint8Array[] {
    return Array.from(this.#files.values(), ({ bytes }) => bytes);
  }
}
