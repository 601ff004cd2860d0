import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { runChild } from '../kit/children.ts';
import { inWords, milliseconds, type Figure } from '../kit/figure.ts';
import { growsWithPayees } from './growth-names.ts';

const Measured = z.object({
  /** Processor time. */
  medianMs: z.record(z.string(), z.number()),
  /** The longest time for which nothing else had its turn. */
  blockMs: z.record(z.string(), z.number()),
  auditMs: z.number(),
  longestBlockMs: z.number(),
});

const usualSizes = [1000, 10_000, 100_000];
/** What treasury reads of the largest history may take, and for how long nothing else may have its turn meanwhile or during an audit. */
const treasuryAimsMs = { position: 100, 'flows of a year by month': 100, 'statement of a year': 1000 };
const blockAimMs = 50;
const auditedPayouts = 1_000_000;
const auditAimMs = 60_000;
/** What grows as its square root or less is found by an index, with some noise. */
const readAim = 0.5;
/** Linear, with some noise. */
const workAim = 1.1;

let largest = usualSizes.at(-1) ?? 0;

/** From now on the largest history has so many payouts: one of a million takes a quarter of an hour or more to make. */
export function growUpTo(payouts: number): void {
  largest = payouts;
}

/** How the processor time of reads, and of the audit, grows with the payouts that a data folder has lived through. */
export async function growth(): Promise<Figure[]> {
  const sizes = [...new Set([...usualSizes.filter((size) => size < largest), largest])];
  const found = new Map<number, z.infer<typeof Measured>>();
  for (const payouts of sizes) {
    const directory = mkdtempSync(path.join(tmpdir(), 'bursar-bench-'));
    try {
      found.set(payouts, await runChild('growth/measure-lived.ts', { directory, payouts }, Measured));
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }
  const all = [...found.values()];
  const names = Object.keys(all[0]?.medianMs ?? {});
  const reads = names.map((name) =>
    grown(
      name,
      sizes,
      all.map(({ medianMs }) => medianMs[name] ?? Number.NaN),
      name === growsWithPayees ? workAim : readAim,
    ),
  );
  const audits = all.map(({ auditMs }) => auditMs);
  const atLargest = all.at(-1);
  const longestBlockMs = atLargest?.longestBlockMs ?? Number.NaN;
  const ofAMillion = ((audits.at(-1) ?? Number.NaN) / largest) * auditedPayouts;
  return [
    ...reads,
    ...Object.entries(treasuryAimsMs).map(([name, aimMs]) => treasuryFigure(name, aimMs, atLargest)),
    grown('audit with recomputed facts and signatures', sizes, audits, workAim),
    {
      name: `Audit of ${inWords(auditedPayouts)} payouts, processor time`,
      measured: `${milliseconds(ofAMillion)}${largest === auditedPayouts ? '' : `, as it took ${milliseconds(audits.at(-1) ?? Number.NaN)} for ${inWords(largest)}`}; longest block ${milliseconds(longestBlockMs)}`,
      limit: '–',
      ratio: `${inWords(ofAMillion / auditAimMs, 2)} of ${inWords(auditAimMs / 1000)} s`,
      aim: {
        words: `${inWords(auditAimMs / 1000)} s, block ${milliseconds(blockAimMs)}`,
        isMet: ofAMillion <= auditAimMs && longestBlockMs <= blockAimMs,
      },
    },
  ];
}

function treasuryFigure(name: string, aimMs: number, found: z.infer<typeof Measured> | undefined): Figure {
  const [timeMs, blockMs] = [found?.medianMs[name] ?? Number.NaN, found?.blockMs[name] ?? Number.NaN];
  return {
    name: `Treasury, ${inWords(largest)} payouts: ${name}`,
    measured: `${milliseconds(timeMs)}, longest block ${milliseconds(blockMs)}`,
    limit: '–',
    ratio: `${inWords(timeMs / aimMs, 2)} of ${milliseconds(aimMs)}`,
    aim: {
      words: `${milliseconds(aimMs)}, block ${milliseconds(blockAimMs)}`,
      isMet: timeMs <= aimMs && blockMs <= blockAimMs,
    },
  };
}

/** The exponent is that of the last step: 0 where the time stays the same, 1 where it grows with the payouts. */
function grown(name: string, sizes: readonly number[], times: readonly number[], aim: number): Figure {
  const [small = Number.NaN, large = Number.NaN] = times.slice(-2);
  const [few = Number.NaN, many = Number.NaN] = sizes.slice(-2);
  const exponent = Math.log(large / small) / Math.log(many / few);
  return {
    name: `Growth: ${name}`,
    measured: times.map((time, index) => `${milliseconds(time)} at ${inWords(sizes[index] ?? 0)}`).join(', '),
    limit: '–',
    ratio: `exponent ${inWords(exponent, 2)}`,
    aim: { words: `at most ${aim}`, isMet: exponent <= aim },
  };
}
