import { z } from 'zod';
import { runChild } from '../kit/children.ts';
import { withCsvFile } from '../kit/csv-file.ts';
import { inWords, median, milliseconds, times, type Figure } from '../kit/figure.ts';

const Took = z.object({ durationMs: z.number() });
const rows = 100_000;
const rounds = 3;

/** Import against what nobody can do without, in turn, in a fresh process and a fresh folder each time. */
export async function importing(): Promise<Figure[]> {
  return [
    await withCsvFile(rows, false, (file) => compare(file, '', 1.5)),
    await withCsvFile(rows, true, (file) => compare(file, ', an IBAN in each', 1.8)),
    await message(),
  ];
}

const Both = Took.extend({ saxesMs: z.number() });

/** Reading a pain.001 against parsing alone. */
async function message(): Promise<Figure> {
  const both: z.output<typeof Both>[] = [];
  for (let round = 0; round < rounds; round += 1)
    both.push(await runChild('importing/read-message.ts', { rows }, Both));
  const ours = median(both.map(({ durationMs }) => durationMs));
  const bare = median(both.map(({ saxesMs }) => saxesMs));
  return {
    name: `Reading a pain.001 of ${inWords(rows)} payments`,
    measured: milliseconds(ours),
    limit: `${milliseconds(bare)} by saxes alone`,
    ratio: times(ours / bare),
    aim: { words: 'at most 2.5 ×', isMet: ours / bare <= 2.5 },
  };
}

async function compare(file: string, words: string, most: number): Promise<Figure> {
  const bare: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push((await runChild('importing/import-bare.ts', { rows, file }, Took)).durationMs);
    ours.push((await runChild('importing/import-with-bursar.ts', { rows, file }, Took)).durationMs);
  }
  const factor = median(ours) / median(bare);
  return {
    name: `Import of ${inWords(rows)} rows${words}`,
    measured: milliseconds(median(ours)),
    limit: `${milliseconds(median(bare))} by csv-parse and one bare insert transaction`,
    ratio: times(factor),
    aim: { words: `at most ${most} ×`, isMet: factor <= most },
  };
}
