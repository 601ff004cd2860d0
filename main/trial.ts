import { fail, succeed } from '../contract/result.ts';
import type { SandboxServer } from '../sandbox/index.ts';
import type { Random, Trial } from './core/ports/index.ts';

/** Long enough to see a payout in progress, short enough to wait for. */
const settleMs = 4000;
/** The interface's limit for one merchant (heading Limits). */
const requestsPerSecond = 10;
/** Below the ports that systems assign automatically, so that it is still free at the next start. */
const firstPort = 14_210;
const portsToTry = 20;
/** The payment page is this far above the gateway, where it is found again at the next start. */
const pageDistance = portsToTry;
/** Each data folder starts at one of these groups of ports, so that another one rarely takes its place between two starts. */
const groups = 50;
const portsOfGroup = portsToTry + pageDistance;

/** The opening balances of the trial. */
const balances = {
  EUR: '250000.00',
  USD: '120000.00',
  GBP: '40000.00',
  CHF: '65000.00',
  CZK: '900000.00',
  JPY: '3500000',
  KES: '480000.00',
  BTC: '1.25000000',
  USDT: '18000.000000',
} as const;

/** The embedded sandbox, for this computer only. `end` stops it permanently. */
export function createTrial({ fraction }: Pick<Random, 'fraction'>): Trial & { end(): Promise<void> } {
  let serving: Promise<SandboxServer | null> | null = null;
  let hasEnded = false;

  async function start(port: number, paymentPagePort: number): Promise<SandboxServer | null> {
    const options = { port, paymentPagePort, seed: 1, faults: 0, settleMs, requestsPerSecond, merchants: [] };
    try {
      const { startSandbox } = await import('../sandbox/index.ts');
      return await startSandbox(options);
    } catch {
      return null;
    }
  }

  async function startAnywhere(): Promise<SandboxServer | null> {
    const first = firstPort + portsOfGroup * Math.floor(fraction() * groups);
    for (let port = first; port < first + portsToTry; port += 1) {
      const started = await start(port, port + pageDistance);
      if (started !== null) return started;
    }
    return start(0, 0);
  }

  /** At the address that the profile knows; only the payment page may have to move. */
  async function startAgain(baseUrl: string): Promise<SandboxServer | null> {
    const port = Number(new URL(baseUrl).port);
    const place = port - firstPort;
    const isUsual = place >= 0 && place < groups * portsOfGroup && place % portsOfGroup < portsToTry;
    return (isUsual ? await start(port, port + pageDistance) : null) ?? start(port, 0);
  }

  async function close(): Promise<void> {
    const closing = serving;
    serving = null;
    await (await closing)?.close();
  }

  return {
    async serve({ baseUrl, merchantCode, publicKeyPem }) {
      if (hasEnded) return fail('stopped', 'Bursar is being closed.');
      serving ??= baseUrl === null ? startAnywhere() : startAgain(baseUrl);
      const server = await serving;
      if (server === null) serving = null;
      if (server === null || (baseUrl !== null && server.url !== baseUrl))
        return fail(
          'gatewayUnreachable',
          `The embedded sandbox cannot listen ${baseUrl === null ? 'on this computer' : `at ${baseUrl}`}: another program is there. Close that program and try again; the history stays readable.`,
        );
      server.gateway.registerMerchant({ merchantCode, publicKeyPems: [publicKeyPem], secrets: [], balances });
      return succeed({ baseUrl: server.url, paymentPageUrl: server.paymentPageUrl });
    },
    close,
    end() {
      hasEnded = true;
      return close();
    },
  };
}
