import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { noRules } from '../../main/core/batches/rules/rules-of-profile.ts';
import { createFiles } from '../../main/files/index.ts';
import { accepted, clock, refused, noAnswers } from './reading.ts';

const header = 'amount,currency,method\n';
const row = '10.50,EUR,WIRE\n';

describe('limits of a file', () => {
  it('reads 100,000 payouts and refuses one more', async () => {
    expect((await accepted(header + row.repeat(100_000))).rows).toHaveLength(100_000);
    const { code, message } = await refused(header + row.repeat(100_001));
    expect(code).toBe('fileUnreadable');
    expect(message).toContain('100,000');
  });

  it('counts rows with problems towards the limit', async () => {
    expect((await refused(header + 'x\n'.repeat(100_001))).code).toBe('fileUnreadable');
  });

  it('refuses more than 64 MiB', async () => {
    const { code, message } = await refused(new Uint8Array(64 * 1024 * 1024 + 1).fill(0x61));
    expect(code).toBe('fileUnreadable');
    expect(message).toContain('64 MiB');
  });

  it('reaches the end of a file of nothing but empty lines', async () => {
    expect((await refused(header + '\n'.repeat(5_000_000))).code).toBe('fileUnreadable');
  });

  it('keeps the first 1,000 problems and counts the others', async () => {
    const { details, problems } = await refused(header + '10.50,?,WIRE\n'.repeat(2_345));
    expect(problems).toHaveLength(1_000);
    expect(problems[999]?.line).toBe(1_001);
    expect(details.problemsLeftOut).toBe(1_345);
  });

  it('shows only the beginning of a very long value', async () => {
    const { problems } = await refused(`${header}${'9'.repeat(5_000)},EUR,WIRE\n`);
    expect(problems[0]?.value?.length).toBeLessThan(200);
  });

  it('yields after every few kilobytes and reports its progress', async () => {
    let turns = 0;
    const counting = createFiles({
      clock: {
        ...clock,
        turn: () => {
          turns += 1;
          return clock.turn();
        },
      },
    });
    const bytes = Buffer.from(header + row.repeat(20_000));
    const told: number[] = [];
    const result = await counting.readPayoutRows(bytes, 'payouts.csv', (rows) => told.push(rows), noRules);
    expect(result.ok).toBe(true);
    expect(turns).toBeGreaterThan(bytes.length / 20_000);
    expect(told.at(-1)).toBe(20_000);
    expect(told).toEqual(told.toSorted((left, right) => left - right));
    expect(Math.max(...told.map((rows, index) => rows - (told[index - 1] ?? 0)))).toBeLessThan(500);
  });
});

describe('the memory of imported rows', () => {
  it('holds their cells, and none of the text around them in the file', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const heapAfter = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const files = createFiles({ clock });
    const notes = 'x'.repeat(10_000);
    const line = Buffer.from(`10.50,EUR,WIRE,A name of twenty letters,${notes}\n`);
    // Of bytes from the beginning: a text of them would count, too.
    const bytes = Buffer.concat([
      Buffer.from('amount,currency,method,name,notes\n'),
      ...Array(2000).fill(line),
    ]);
    const before = heapAfter();
    const read = await files.readSheet(bytes, 'p.csv', noAnswers, () => undefined);
    const kept = heapAfter() - before;
    expect(read.ok && read.value.kind === 'rows' && read.value.rows.length).toBe(2000);
    expect(kept).toBeLessThan(bytes.length / 4);
  });
});
