import { expect, it } from 'vitest';
import { connect, interactive, valueOf } from './connect.ts';
import { json, startServer, withTokens } from './gateway-server.ts';
import { createGatewayClock } from '../../main/gateway/rate/gateway-clock.ts';

const noon = Date.UTC(2026, 0, 5, 12);
const hourMs = 3_600_000;

/** The clock of the gateway, heard at noon, with what this computer counts and shows. */
function heard() {
  const computer = { steady: 5000, shown: noon };
  const clock = createGatewayClock(
    () => computer.steady,
    () => computer.shown,
  );
  const hear = (at: number): void => clock.hear(new Date(at).toUTCString());
  hear(noon);
  return { clock, computer, hear };
}

it('continues with time that nobody sets, even if this computer’s clock is set back', () => {
  const { clock, computer } = heard();
  computer.steady += hourMs;
  computer.shown -= 24 * hourMs;
  expect(clock.now()).toBe(noon + hourMs + 500);
});

it('is unknown after this computer slept or its clock was set forward, until the next gateway response', () => {
  const { clock, computer, hear } = heard();
  computer.shown += 9 * hourMs;
  expect(clock.now()).toBeNull();
  hear(noon + 9 * hourMs);
  expect(clock.now()).toBe(noon + 9 * hourMs + 500);
});

it('when a payment was processed is compared with the clock of the gateway, not of this computer', async () => {
  const process = { status: 'X', processedAt: '2030-06-01T10:00:00.000Z' };
  let date = 'Sat, 01 Jun 2030 10:00:00 GMT';
  await using server = await startServer(withTokens(() => json(200, { process }, { date })));
  await using client = connect(server.baseUrl);
  const read = async () => {
    const call = { kind: 'payout', idPayment: 'a', scope: ['GET /payouts/a'] } as const;
    return valueOf(await client.call('readPayment', call, interactive)).value.processedAt;
  };
  expect(await read()).toBe(process.processedAt);
  date = 'Sat, 01 Jun 2030 09:49:00 GMT';
  expect(await read()).toBeNull();
});
