import { dayMs } from '../../../../../contract/duration.ts';
import { largestPort } from '../../../../../contract/receiving/callbacks.ts';
import type { startSandbox } from '../../../../compose.ts';
import { textOption, type Command, type OptionValues } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { wrongUsage } from '../../failures.ts';
import type { CommandHost } from '../../host.ts';
import { readNumber } from './read-number.ts';
import { shownWord } from '../../terminal/output.ts';
import { readNamedFile } from '../../terminal/read-named-file.ts';
import { readMerchantSecret } from '../../terminal/read-secret.ts';

const largestKeyBytes = 64 * 1024;

const usualPort = 4010;
const pageDistance = 10;
const usualSettleMs = 1500;

export const sandbox: Command = {
  name: 'sandbox',
  options: {
    port: 'text',
    'page-port': 'text',
    seed: 'text',
    faults: 'text',
    'settle-ms': 'text',
    merchant: 'text',
    'public-key': 'text',
    'secret-auth': 'flag',
  },
  usage:
    'sandbox [--port N] [--page-port N] [--seed N] [--faults RATE] [--settle-ms N] [--merchant CODE --public-key FILE | --secret-auth]',
  summary: 'start the embedded sandbox gateway; --secret-auth asks for a merchant secret',
  run: async ({ options, output, signal, host }) => {
    const port = readNumber(options, 'port', usualPort, largestPort);
    const paymentPagePort = readNumber(options, 'page-port', pagePortFor(port), largestPort);
    const seed = readNumber(options, 'seed', 1, 2 ** 31);
    const faults = readNumber(options, 'faults', 0, 1);
    const settleMs = readNumber(options, 'settle-ms', usualSettleMs, dayMs);
    const running = await start({
      port,
      paymentPagePort,
      seed,
      faults,
      settleMs,
      requestsPerSecond: 10,
      merchants: await readMerchants(options, host, signal),
    });
    output.json({ url: running.url, paymentPageUrl: running.paymentPageUrl, seed, faults, settleMs });
    output.print(
      `The sandbox listens at ${running.url} (seed ${seed}, fault rate ${faults}, payouts settle after ${settleMs} ms). Ctrl-C ends it.`,
    );
    output.print(`Its payment page is at ${running.paymentPageUrl}.`);
    output.print('sandbox/README.md lists its magic values and how to register a public key.');
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve());
    });
    await running.close();
    return exitCodes.done;
  },
};

/** By default the payment page is a few ports above the gateway, because the next port is often that of callbacks. */
function pagePortFor(port: number): number {
  return port === 0 || port + pageDistance > largestPort ? 0 : port + pageDistance;
}

/** Starts the sandbox, or says which port is taken. */
async function start(
  options: Parameters<typeof startSandbox>[0],
): Promise<Awaited<ReturnType<typeof startSandbox>>> {
  const { startSandbox } = await import('../../../../compose.ts');
  try {
    return await startSandbox(options);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw cause;
    const port = cause instanceof Error && 'port' in cause ? cause.port : options.port;
    const option = port === options.port ? '--port' : '--page-port';
    throw wrongUsage(
      `Port ${String(port)} is in use or not permitted. Choose another with ${option}; 0 picks any free one.`,
    );
  }
}

async function readMerchants(
  options: OptionValues,
  host: CommandHost,
  signal: AbortSignal,
): Promise<{ merchantCode: string; publicKeyPems: string[]; secrets: string[] }[]> {
  const merchantCode = textOption(options, 'merchant');
  const file = textOption(options, 'public-key');
  const hasSecret = options['secret-auth'] === true;
  if (merchantCode === null && file === null && !hasSecret) return [];
  if (merchantCode === null || (file === null && !hasSecret))
    throw wrongUsage('--merchant goes together with --public-key or --secret-auth.');
  const secrets = hasSecret ? [await readMerchantSecret(host)] : [];
  if (file === null) return [{ merchantCode, publicKeyPems: [], secrets }];
  const tooLarge = `The file ${shownWord(file)} is too large to be a public key. Check the file name.`;
  const bytes = await readNamedFile(file, { largestBytes: largestKeyBytes, tooLarge }, signal);
  const pem = new TextDecoder().decode(bytes);
  const { isPublicKey } = await import('../../../../compose.ts');
  if (!(await isPublicKey(pem)))
    throw wrongUsage(
      `The file ${shownWord(file)} is not a public RSA key of 2048 bits or more in PEM. \`bursar profile show NAME\` prints the public key of a profile.`,
    );
  return [{ merchantCode, publicKeyPems: [pem], secrets }];
}
