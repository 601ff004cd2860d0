import { z } from 'zod';
import { runChild } from '../kit/children.ts';
import { withCsvFile } from '../kit/csv-file.ts';
import { makeRows } from '../kit/rows.ts';
import { inWords, median, milliseconds, times, type Figure } from '../kit/figure.ts';

const Took = z.object({ durationMs: z.number(), processorMs: z.number() });
type Took = z.infer<typeof Took>;
const rows = 100_000;
const rounds = 3;

/** Import against what nobody can do without, in turn, in a fresh process and a fresh folder each time. */
export async function importing(): Promise<Figure[]> {
  return [
    ...(await withCsvFile(makeRows(rows, false), (file) => compare(file, '', 1.5))),
    ...(await withCsvFile(makeRows(rows, true), (file) => compare(file, ', an IBAN in each', 1.8))),
    await message(),
  ];
}

const Both = z.object({ durationMs: z.number(), saxesMs: z.number() });

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

async function compare(file: string, words: string, most: number): Promise<Figure[]> {
  const bare: Took[] = [];
  const records: Took[] = [];
  const durable: Took[] = [];
  const ours: Took[] = [];
  const input = { rows, file };
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await runChild('importing/import-bare.ts', input, Took));
    records.push(await runChild('importing/import-durably.ts', { ...input, hasKeys: false }, Took));
    durable.push(await runChild('importing/import-durably.ts', { ...input, hasKeys: true }, Took));
    ours.push(await runChild('importing/import-with-bursar.ts', input, Took));
  }
  const limitMs = median(bare.map(({ durationMs }) => durationMs));
  const limit = `${tookWords(bare)} by csv-parse and one bare insert transaction`;
  const figure = (name: string, took: readonly Took[]): Figure => ({
    name,
    measured: tookWords(took),
    limit,
    ratio: times(median(took.map(({ durationMs }) => durationMs)) / limitMs),
    aim: null,
  });
  const factor = median(ours.map(({ durationMs }) => durationMs)) / limitMs;
  const name = `Import of ${inWords(rows)} rows${words}`;
  return [
    { ...figure(name, ours), aim: { words: `at most ${most} ×`, isMet: factor <= most } },
    figure(`Floor of "${name}": read, hashed, and each payout committed with its unique order ID`, records),
    figure(`Floor of "${name}": the same with the keys against duplicates and the seal of each row`, durable),
  ];
}

/** Processor time besides, which other work on the machine changes least. */
function tookWords(took: readonly Took[]): string {
  const [duration, processor] = [
    median(took.map(({ durationMs }) => durationMs)),
    median(took.map(({ processorMs }) => processorMs)),
  ];
  return `${milliseconds(duration)} (${milliseconds(processor)} of processor time)`;
}
