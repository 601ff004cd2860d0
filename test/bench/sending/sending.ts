import { z } from 'zod';
import { runChild, startServer } from '../kit/children.ts';
import { inWords, median, mostInOneSecond, percent, type Figure } from '../kit/figure.ts';

const Took = z.object({ durationMs: z.number() });
const Sent = z.object({ departures: z.array(z.number()) });
const Payouts = z.object({ payouts: z.number() });
const Arrivals = z.object({
  arrivals: z.array(z.object({ at: z.number(), isPayout: z.boolean() })),
  tooManyRequests: z.number(),
});

const limit = 10;
/** Processes that make a load of four or a little more on any machine, and payouts sent beside them. */
const busyProcesses = 4;
const busyRows = 600;
/** How many payouts are sent within the limit, and the least share of it. */
const limitedSendings = [
  { rows: 300, aim: 0.99 },
  { rows: 3000, aim: 0.995 },
];

/**
 * Sending within the gateway's limit, as it arrives there. The least time that these requests can take at a strict sliding
 * second is known exactly: the eleventh leaves a second after the first. From the first request of the release, which asks for
 * the token and counts towards the limit too, to the last payout.
 */
export async function sendingWithinTheLimit(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const sending of limitedSendings) figures.push(await sendWithinTheLimit(withBursar, sending, null));
  return [...figures, ...(await sendOnABusyMachine())];
}

type Sender = { readonly script: string; readonly name: string };

const withBursar: Sender = { script: 'sending/send-with-bursar.ts', name: 'Requests within the limit' };
const paced: Sender = {
  script: 'sending/send-paced.ts',
  name: 'Floor of the row above: a loop that does nothing but keep a distance,',
};

/** The same beside busy processes: a server that stamps a request late counts those before and after it together. */
async function sendOnABusyMachine(): Promise<Figure[]> {
  const busy = await Promise.all(
    Array.from({ length: busyProcesses }, () => startServer('kit/busy-process.ts', {})),
  );
  try {
    const figures: Figure[] = [];
    for (const sender of [withBursar, paced])
      figures.push(await sendWithinTheLimit(sender, { rows: busyRows, aim: null }, busyProcesses));
    return figures;
  } finally {
    for (const child of busy) await child.stop();
  }
}

async function sendWithinTheLimit(
  { script, name }: Sender,
  { rows, aim }: { readonly rows: number; readonly aim: number | null },
  busy: number | null,
): Promise<Figure> {
  const server = await startServer('kit/sandbox-server.ts', {
    requestsPerSecond: limit,
    settleMs: 100,
    notesArrivals: true,
  });
  try {
    const input = { url: server.url, rows, notesDepartures: true };
    const { departures } = await runChild(script, input, Sent);
    const { arrivals, tooManyRequests } = await server.report(Arrivals);
    const last = arrivals.findLastIndex(({ isPayout }) => isPayout);
    const span = (arrivals[last]?.at ?? Number.NaN) - (arrivals[0]?.at ?? Number.NaN);
    const shortestSpan = Math.floor(last / limit) * 1000;
    const share = shortestSpan / span;
    const mostLeft = mostInOneSecond(departures);
    const mostCame = mostInOneSecond(arrivals.map(({ at }) => at));
    const isWithin = tooManyRequests === 0 && mostLeft <= limit;
    const isShareMet = aim === null || share >= aim;
    return {
      name: `${name} of ${limit}/s, ${inWords(rows)} payouts${busy === null ? '' : `, beside ${busy} busy processes`}`,
      measured: `${inWords(limit * share, 2)}/s: ${last + 1} requests in ${inWords(span / 1000, 2)} s; in any 1,000 ms at most ${mostLeft} left and ${mostCame} came; ${tooManyRequests} times 429`,
      limit: `${limit}/s: ${inWords(shortestSpan / 1000, 2)} s, the least that a strict sliding second allows`,
      ratio: percent(share),
      aim: {
        words: aim === null ? 'no 429' : `at least ${percent(aim)}, no 429`,
        isMet: isShareMet && isWithin,
      },
    };
  } finally {
    await server.stop();
  }
}

const payouts = 10_000;
/** As many as the program keeps connections. */
const atOnce = 64;
const rounds = 3;
const neverMs = 86_400_000;

/** Sending with the limit off against a bare loop and one that makes only the durable writes, in turn, with a fresh server and a fresh process each time. */
export async function sendingWithoutALimit(): Promise<Figure[]> {
  return [
    ...(await compare('page/bare-server.ts', {}, 'a server that only answers 201 to a payout')),
    ...(await compare(
      'kit/sandbox-server.ts',
      { requestsPerSecond: null, settleMs: neverMs, notesArrivals: false },
      'the sandbox',
    )),
  ];
}

async function compare(script: string, serverInput: object, words: string): Promise<Figure[]> {
  const bare: number[] = [];
  const durable: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await rateOf('sending/send-bare.ts', script, serverInput));
    durable.push(await rateOf('sending/send-durably.ts', script, serverInput));
    ours.push(await rateOf('sending/send-with-bursar.ts', script, serverInput));
  }
  const share = median(ours) / median(bare);
  const bareLoop = `${inWords(median(bare))}/s by a bare undici loop`;
  return [
    {
      name: `Payouts sent with no limit to ${words}; ${inWords(payouts)} payouts, ${atOnce} at once, every intent durable`,
      measured: `${inWords(median(ours))}/s`,
      limit: bareLoop,
      ratio: percent(share),
      aim: { words: 'at least half', isMet: share >= 1 / 2 },
    },
    {
      name: `Floor of the row above: a loop to ${words} that commits each intent and each answer with its event, and does nothing else`,
      measured: `${inWords(median(durable))}/s`,
      limit: bareLoop,
      ratio: percent(median(durable) / median(bare)),
      aim: null,
    },
  ];
}

async function rateOf(work: string, script: string, serverInput: object): Promise<number> {
  const server = await startServer(script, serverInput);
  try {
    const input = { url: server.url, rows: payouts, requestsPerSecond: null, atOnce, notesDepartures: false };
    const { durationMs } = await runChild(work, input, Took);
    const arrived = await server.report(Payouts);
    if (arrived.payouts !== payouts) throw new Error(`${work}: ${arrived.payouts} payouts arrived`);
    return (payouts * 1000) / durationMs;
  } finally {
    await server.stop();
  }
}
