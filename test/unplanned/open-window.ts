import { isDeepStrictEqual } from 'node:util';
import type { AppEvent } from '../../contract/events.ts';
import type { OperationName } from '../../contract/operations.ts';
import type { Result } from '../../contract/result.ts';
import { isInvalidatedBy } from '../../renderer/queries/wire/invalidations.ts';

type Shown = {
  readonly name: OperationName;
  readonly input: unknown;
  readonly result: Result<unknown>;
  /** How many events there were before it was asked for. */
  readonly seen: number;
  /** When it was answered. */
  readonly at: number;
};

type Program = {
  now(): number;
  /** All events so far. */
  readonly events: readonly AppEvent[];
  ask(name: OperationName, input: unknown): Promise<Result<unknown>>;
  /** Lets pass what events may be held back for. */
  wait(): Promise<void>;
};

/** Parts of answers that no screen shows, or that a page reads again at a time of their own. */
const untold: ReadonlySet<string> = new Set(['lastCheckpoint', 'sheetId', 'isExpired']);

/** Answers that change as time passes, too: what needs attention is read once a minute. */
const timely: ReadonlySet<OperationName> = new Set(['attention.list', 'position.read', 'position.parts']);

/** The answers that a page keeps until an event concerns them. */
export class OpenWindow {
  readonly #program: Program;
  readonly #shown = new Map<string, Shown>();

  constructor(program: Program) {
    this.#program = program;
  }

  /** Shows this from now on. */
  async show(name: OperationName, input: unknown): Promise<void> {
    this.#shown.set(JSON.stringify([name, input]), await this.#read(name, input));
  }

  /** Reads all of it again. */
  async showAgain(): Promise<void> {
    for (const { name, input } of this.#shown.values()) await this.show(name, input);
  }

  /** The answers that are others by now, although no event since concerns them; all are shown as they are. */
  async stale(): Promise<string[]> {
    if ((await this.#find()).length === 0) return [];
    await this.#program.wait();
    const found = await this.#find();
    await this.showAgain();
    return found;
  }

  async #read(name: OperationName, input: unknown): Promise<Shown> {
    const seen = this.#program.events.length;
    const result = await this.#program.ask(name, input);
    return { name, input, seen, result, at: this.#program.now() };
  }

  async #find(): Promise<string[]> {
    const found: string[] = [];
    for (const { name, input, result, seen, at } of this.#shown.values()) {
      const now = await this.#program.ask(name, input);
      const isTold = this.#program.events.slice(seen).some((event) => isInvalidatedBy([name, input], event));
      const isOlder = timely.has(name) && this.#program.now() !== at;
      if (isTold || isOlder) await this.show(name, input);
      // What is gone, or was not there, is not shown.
      else if (result.ok && now.ok && difference(result, now) !== '')
        found.push(`${name} ${JSON.stringify(input)} changed without an event: ${difference(result, now)}`);
    }
    return found;
  }
}

function difference(before: unknown, now: unknown, path = ''): string {
  if (typeof before !== 'object' || typeof now !== 'object' || before === null || now === null)
    return isDeepStrictEqual(before, now)
      ? ''
      : `${path}: ${JSON.stringify(before)} -> ${JSON.stringify(now)}; `;
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names]
    .filter((name) => !untold.has(name))
    .map((name) => difference(Reflect.get(before, name), Reflect.get(now, name), `${path}.${name}`))
    .join('');
}
