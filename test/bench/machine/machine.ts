import { availableParallelism, cpus, loadavg, platform, release } from 'node:os';
import { z } from 'zod';
import { runChild, startServer } from '../kit/children.ts';
import { inWords, type Figure } from '../kit/figure.ts';

const Limits = z.object({
  commits: z.number(),
  rows: z.number(),
  signatures: z.number(),
  signaturesAtOnce: z.number(),
  postsAlone: z.number(),
  postsAtOnce: z.number(),
});

/** What the machine can do at best, for reading the other figures. */
export async function machineLimits(): Promise<Figure[]> {
  const server = await startServer('page/bare-server.ts', {});
  try {
    const limits = await runChild('machine/machine-limits.ts', { url: server.url }, Limits);
    const figure = (name: string, rate: number): Figure => ({
      name: `Machine: ${name}`,
      measured: `${inWords(rate)}/s`,
      limit: 'is the limit',
      ratio: '–',
      aim: null,
    });
    return [
      figure('commits one by one, synchronous=FULL', limits.commits),
      figure('rows of eight columns inserted in one transaction', limits.rows),
      figure('RSA-2048 signatures one by one', limits.signatures),
      figure('RSA-2048 signatures four at a time', limits.signaturesAtOnce),
      figure('undici POST to a bare server, one at a time', limits.postsAlone),
      figure('undici POST to a bare server, ten at a time', limits.postsAtOnce),
    ];
  } finally {
    await server.stop();
  }
}

/** This machine and how busy it is, in one line. */
export function machineWords(): string {
  const model = cpus()[0]?.model ?? 'unknown processor';
  const [load = 0] = loadavg();
  return `${availableParallelism()} cores (${model}), ${platform()} ${release()}, Node ${process.versions.node}, load ${inWords(load, 2)}`;
}
