type Entry<Item> = { readonly at: number; readonly order: number; readonly item: Item };

function isBefore(left: Entry<unknown>, right: Entry<unknown>): boolean {
  return left.at < right.at || (left.at === right.at && left.order < right.order);
}

/** Items by due time; items with the same time leave in order of arrival. A binary heap. */
export class DueQueue<Item> {
  readonly #entries: Entry<Item>[] = [];
  #pushed = 0;

  push(at: number, item: Item): void {
    const entry = { at, order: (this.#pushed += 1), item };
    let place = this.#entries.length;
    this.#entries.push(entry);
    while (place > 0) {
      const parentPlace = (place - 1) >> 1;
      const parent = this.#entries[parentPlace];
      if (parent === undefined || isBefore(parent, entry)) break;
      this.#entries[place] = parent;
      place = parentPlace;
    }
    this.#entries[place] = entry;
  }

  nextAt(): number | null {
    return this.#entries[0]?.at ?? null;
  }

  /** Takes the next item if it is due by this time. */
  takeDue(now: number): { readonly at: number; readonly item: Item } | null {
    const [first] = this.#entries;
    if (first === undefined || first.at > now) return null;
    const last = this.#entries.pop();
    if (last !== undefined && last !== first) this.#sink(last);
    return first;
  }

  #sink(entry: Entry<Item>): void {
    let place = 0;
    for (;;) {
      const childPlace = this.#smallerChild(place);
      const child = this.#entries[childPlace];
      if (child === undefined || isBefore(entry, child)) break;
      this.#entries[place] = child;
      place = childPlace;
    }
    this.#entries[place] = entry;
  }

  #smallerChild(place: number): number {
    const left = this.#entries[2 * place + 1];
    const right = this.#entries[2 * place + 2];
    return left !== undefined && right !== undefined && isBefore(right, left) ? 2 * place + 2 : 2 * place + 1;
  }
}
