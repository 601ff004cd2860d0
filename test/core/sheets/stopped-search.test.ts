import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { newFindingsCache } from '../../../main/core/sheets/findings/cache.ts';
import { findMissingMethods } from '../../../main/core/sheets/findings/methods.ts';
import { must, newDesk, sheetHeader } from '../../kit/sheet-desk.ts';

/** A file with this many rows, each to a payee of its own. */
function fileOf(rows: number): Buffer {
  const line = (index: number): string =>
    `${index}.00,EUR,SEPA,Payee ${index},DE89370400440532013000,,Invoice ${index}\n`;
  return Buffer.from(sheetHeader + Array.from({ length: rows }, (_, index) => line(index + 1)).join(''));
}

describe('a search that is stopped', () => {
  it('keeps nothing unfinished, at whatever point, so that the next one finds everything', async () => {
    const { desk } = await newDesk();
    const { clock } = desk.parts;
    const bytes = fileOf(600);
    const find = async (stopAfter: number) => {
      const { sheetId } = await desk.opened({ kind: 'file', fileName: 'payouts.csv', bytes });
      const stop = new AbortController();
      let taken = 0;
      const turn = (): Promise<void> => {
        taken += 1;
        if (taken === stopAfter) stop.abort();
        return clock.turn();
      };
      Object.assign(desk.parts, { clock: { ...clock, turn } });
      const input = { sheetId, withMethods: false, isFresh: false };
      await desk.sheets['sheets.findings'](input, { ...desk.call, signal: stop.signal });
      Object.assign(desk.parts, { clock });
      must(await desk.sheets['sheets.findings'](input, desk.call));
      const found = (await desk.rows(sheetId)).map(({ findings }) =>
        findings.map(({ kind, message }) => `${kind} ${message}`),
      );
      await desk.remove(sheetId);
      return { found, isStopped: stop.signal.aborted };
    };
    const whole = await find(Number.POSITIVE_INFINITY);
    expect(whole.found.every((findings) => findings.length > 0)).toBe(true);
    let stops = 0;
    for (; ; stops += 1) {
      const { found, isStopped } = await find(stops + 1);
      expect(found).toEqual(whole.found);
      if (!isStopped) break;
    }
    expect(stops).toBeGreaterThan(10);
  });
});

describe('a search during which another one starts from scratch', () => {
  it.each([
    ['the rows are known', false],
    ['it starts from scratch, too', true],
  ])('finds as much as without it if %s, however far it is', async (_, isFresh) => {
    const { desk } = await newDesk();
    const bytes = fileOf(3);
    const { sheetId } = await desk.opened({ kind: 'file', fileName: 'payouts.csv', bytes });
    const input = { sheetId, withMethods: false, isFresh: false };
    const find = async (fresh: boolean) =>
      must(await desk.sheets['sheets.findings']({ ...input, isFresh: fresh }, desk.call));
    const whole = await find(false);
    expect(whole).toMatchObject({ isComplete: true, rows: 3, methods: { distinct: 3 } });
    // The first 120 steps of a search that waits for nothing, before it lets other work have its turn.
    for (let steps = 0; steps < 120; steps += 4) {
      const first = find(isFresh);
      for (let step = 0; step < steps; step += 1) await Promise.resolve();
      expect(await Promise.all([first, find(true)])).toEqual([whole, whole]);
    }
  });
});

describe('a comparison with what the gateway offers', () => {
  it('pauses for other work, whichever amounts the gateway was not asked about', async () => {
    const { desk } = await newDesk();
    const { clock, store } = desk.parts;
    let turns = 0;
    const turn = (): Promise<void> => {
      turns += 1;
      return clock.turn();
    };
    const asked = Array.from({ length: 5000 }, (_, index) => ({
      key: String(index),
      money: { amount: String(index), currencyCode: 'EUR' },
      uses: [],
    }));
    const offered = { asOf: 0, options: [], refusal: null };
    const answers = new Map(asked.map(({ key }, index) => [key, index % 500 === 499 ? null : offered]));
    const [profile] = store.listProfiles();
    if (profile === undefined) throw new Error('no profile');
    const context = { ...desk.parts, clock: { ...clock, turn } };
    const compared = await findMissingMethods(
      context,
      profile,
      asked,
      [],
      { ...newFindingsCache(), answers },
      () => undefined,
    );
    expect(compared).toEqual({ checked: 4990, lacking: 0 });
    expect(turns).toBe(10);
  });
});
