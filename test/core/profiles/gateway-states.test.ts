import { expect, it } from 'vitest';
import { createGatewayStates } from '../../../main/core/profiles/gateway-states.ts';
import { fail } from '../../../contract/result.ts';

const profile = { baseUrl: 'https://gateway.example', merchantCode: 'M1' };

it('a gateway that was away counts as reachable even if its first answer is that it does not know an order ID', () => {
  const said: string[] = [];
  const states = createGatewayStates(
    { now: () => 0 },
    (_profile, message, isAway) => said.push(isAway === true ? `away: ${message}` : message),
    () => undefined,
  );
  states.hear(profile, null, true);
  states.hear(profile, fail('gatewayUnreachable', 'refused').error, true);
  expect(said.at(-1)).toBe('away: refused');
  states.hear(profile, fail('gatewayNotFound', 'unknown').error, true);
  expect(said.at(-1)).toBe('The gateway answers again.');
  expect(states.of(profile).isReachable).toBe(true);
});

it('tells of another reason why a gateway is not reached, without a sentence', () => {
  const said: string[] = [];
  const states = createGatewayStates(
    { now: () => 0 },
    (_profile, message) => said.push(message),
    () => undefined,
  );
  for (const code of [
    'gatewayUnreachable',
    'gatewayServerError',
    'gatewayServerError',
    'gatewayServerError',
  ] as const)
    states.hear(profile, fail(code, code).error, true);
  expect(said).toHaveLength(2);
  expect(said.at(-1)).toBe('');
  expect(states.of(profile).message).toContain('internal error');
});

it('a gateway accepts the merchant again once it says that it does not know an order ID, or has it', () => {
  const said: boolean[] = [];
  const states = createGatewayStates(
    { now: () => 0 },
    () => undefined,
    (_profile, isRefused) => said.push(isRefused),
  );
  for (const code of ['gatewayNotFound', 'gatewayDuplicate', 'gatewayServerError'] as const) {
    states.hear(profile, fail('gatewayUnauthenticated', 'refused').error, true);
    states.hear(profile, fail(code, code).error, true);
  }
  expect(said).toEqual([true, false, true, false, true]);
});
