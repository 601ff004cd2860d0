import type { SandboxGateway } from '../../sandbox/index.ts';
import type { SeededRandom } from '../simulation/seeded-random.ts';

const isRead = (request: Parameters<SandboxGateway['handle']>[0]): boolean =>
  request.method === 'GET' && /^\/payouts\/[A-Za-z0-9_-]+$/.test(request.path);

const refusals = [
  { status: 403, body: '{"code":"NOT_PERMITTED","message":"The token does not permit this."}' },
  { status: 404, body: '{"code":"VERSION_UNSUPPORTED","message":"There is no such version."}' },
  { status: 406, body: '[{"code":"NOT_NOW","message":"This cannot be answered now."}]' },
] as const;

/** From now on the gateway refuses this share of the questions about payouts, whatever became of them. */
export function refuseReads(
  gateway: SandboxGateway,
  random: SeededRandom,
  share: number,
): { readonly count: () => number } {
  const handle = gateway.handle.bind(gateway);
  let refused = 0;
  gateway.handle = (request) => {
    const answer = handle(request);
    const isAnswered = answer.status === 200 || answer.status === 410;
    if (!isRead(request) || !isAnswered || !random.chance(share)) return answer;
    refused += 1;
    return { ...answer, ...random.pick(refusals) };
  };
  return { count: () => refused };
}

/** From now on the gateway calls each payout in whose order ID this is found FAILED once it is paid, until `succeed` is called. */
export function failAtFirst(
  gateway: SandboxGateway,
  which: RegExp,
): { readonly shown: ReadonlySet<string>; succeed(): void } {
  const handle = gateway.handle.bind(gateway);
  const shown = new Set<string>();
  let isOver = false;
  gateway.handle = (request) => {
    const answer = handle(request);
    if (isOver || !isRead(request) || answer.status !== 200 || !which.test(request.path)) return answer;
    const body = answer.body.replace('"status":"SUCCESS"', '"status":"FAILED"');
    if (body !== answer.body) shown.add(request.path);
    return { ...answer, body };
  };
  return {
    shown,
    succeed: () => {
      isOver = true;
    },
  };
}
