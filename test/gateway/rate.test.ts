import { describe, expect, it } from 'vitest';
import { createGateway, createHttpTransport, type Transport } from '../../main/gateway/index.ts';
import { realClock, VirtualClock } from './clocks.ts';
import { interactive, polling, profileAt, random, submission } from './connect.ts';
import { json, startServer, withTokens } from './gateway-server.ts';
import { memoryKeys } from './memory-keys.ts';

/** Sends 58 requests of mixed priorities from two clients, with their two token requests; gives who was served when. */
async function send58(baseUrl: string, transport: Transport): Promise<string[]> {
  const gateway = createGateway({
    keys: memoryKeys(),
    clock: realClock,
    monotonicNow: () => performance.now(),
    random,
    transport,
  });
  const clients = [gateway.client(profileAt(baseUrl)), gateway.client(profileAt(`${baseUrl}/`))];
  const priorities = [polling, submission, interactive];
  const finished: string[] = [];
  const calls = Array.from({ length: 58 }, async (_, index) => {
    const options = priorities[index % 3] ?? polling;
    const result = await clients[index % 2]?.call('balances', { currencyCodes: [] }, options);
    expect(result?.ok).toBe(true);
    finished.push(options.priority);
  });
  await Promise.all(calls);
  await transport.close();
  return finished;
}

/** Blocks the event loop for 130 ms every 700 ms until disposed. */
function stallNowAndThen(): Disposable {
  const timer = setInterval(() => {
    const until = performance.now() + 130;
    while (performance.now() < until);
  }, 700);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

describe('the rate limit over the real network (interface: Limits)', () => {
  it('I7: no eleven requests leave within a second while the event loop stalls, and a person is served first', async () => {
    await using server = await startServer(withTokens(() => json(200, [])));
    using _stalls = stallNowAndThen();
    const departures: number[] = [];
    const real = createHttpTransport({ environment: {} });
    const transport: Transport = {
      close: () => real.close(),
      send: (request) =>
        real.send({
          ...request,
          onDeparture: () => {
            departures.push(performance.now());
            request.onDeparture();
          },
        }),
    };
    const finished = await send58(server.baseUrl, transport);
    expect(departures).toHaveLength(60);
    const spans = departures.slice(10).map((at, index) => at - (departures[index] ?? 0));
    expect(Math.min(...spans)).toBeGreaterThan(1000);
    // The first ten find no line to wait in.
    const queued = finished.slice(10);
    expect(queued.indexOf('polling')).toBeGreaterThan(queued.lastIndexOf('interactive'));
  });

  it('I7: counts what an earlier process sent, even if the clock is set before the first request', async () => {
    const time = new VirtualClock();
    const start = time.now();
    let ahead = 0;
    const departures: number[] = [];
    const gateway = createGateway({
      keys: memoryKeys(),
      clock: {
        now: () => time.now() + ahead,
        sleep: (durationMs, signal) => time.sleep(durationMs, signal),
        turn: () => time.turn(),
      },
      monotonicNow: () => time.now(),
      random,
      transport: {
        close: () => Promise.resolve(),
        send: () => {
          departures.push(time.now() - start);
          return Promise.resolve({ kind: 'noAnswer', cause: 'ECONNRESET' });
        },
      },
      lastUseAt: start,
    });
    ahead = 30 * 86_400_000;
    const asked = gateway
      .client(profileAt('https://gateway.example'))
      .call('balances', { currencyCodes: [] }, interactive);
    await Promise.all([time.run(), asked]);
    expect(departures[0]).toBeGreaterThan(1000);
  });
});
