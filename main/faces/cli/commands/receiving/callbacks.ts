import {
  largestPort,
  type CallbackDelivery,
  type CallbackState,
} from '../../../../../contract/receiving/callbacks.ts';
import { textOption, type Command, type OptionValues, type Session } from '../../command.ts';
import { wrongUsage } from '../../failures.ts';
import { gatewayText } from '../../terminal/gateway-text.ts';
import { table, type Output } from '../../terminal/output.ts';

const usualHost = '127.0.0.1';

const columns = ['Profile', 'Address', 'Used', 'Last reached'] as const;

export const callbackCommands: readonly Command[] = [
  {
    name: 'callbacks listen',
    options: { port: 'text', host: 'text' },
    usage: 'callbacks listen --port N [--host ADDRESS]',
    summary: 'listen for callbacks and check each reported payment with the gateway, without the app',
    profiles: 'all',
    run: ({ withBursar, output, options, signal }) => {
      const where = { host: textOption(options, 'host') ?? usualHost, port: readPort(options) };
      return withBursar(async (session) => {
        const state = await session.call('callbacks.listen', where);
        output.jsonLine(state);
        output.print(stateText(state));
        output.remark('Ctrl-C ends it.');
        await printDeliveries(session, output, signal);
      });
    },
  },
  {
    name: 'callbacks state',
    summary: 'callback addresses, and whether each has ever been reached',
    profiles: 'all',
    run: ({ withBursar, output }) =>
      withBursar(async ({ call }) => {
        const state = await call('callbacks.state', {});
        output.json(state);
        output.print(addresses(state));
      }),
  },
];

function readPort(options: OptionValues): number {
  const text = textOption(options, 'port') ?? '';
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= largestPort))
    throw wrongUsage('--port takes a number from 0 to 65535; 0 picks any free one.');
  return port;
}

function stateText(state: CallbackState): string {
  return `Listening for callbacks at ${state.listeningAt ?? ''}.\n${addresses(state)}`;
}

function addresses({ profiles }: CallbackState): string {
  if (profiles.length === 0) return 'There is no profile yet, so there is no address.';
  return table(
    columns,
    profiles.map(({ profileName, address, isUsed, lastReachedAt }) => [
      profileName,
      address,
      isUsed ? 'yes' : 'no',
      lastReachedAt ?? 'never',
    ]),
  );
}

/** One line for each delivery from now on, oldest first, until the signal aborts. */
async function printDeliveries(
  { bursar, call }: Session,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  let seen = (await call('callbacks.deliveries', { limit: 1 }))[0]?.number ?? 0;
  let printing: Promise<void> = Promise.resolve();
  const print = async (): Promise<void> => {
    const fresh = (await call('callbacks.deliveries', {})).filter(({ number }) => number > seen);
    for (const delivery of fresh.toReversed()) {
      seen = delivery.number;
      output.jsonLine(delivery);
      output.print(words(delivery));
    }
  };
  const failed = Promise.withResolvers<void>();
  const unsubscribe = bursar.subscribe((event) => {
    if (event.kind === 'callbacks') printing = printing.then(print).catch(failed.reject);
    if (event.kind === 'gateway' && event.message !== '') output.remark(gatewayText(event));
  });
  if (signal.aborted) failed.resolve();
  signal.addEventListener('abort', () => failed.resolve(), { once: true });
  try {
    await failed.promise;
    await printing;
  } finally {
    unsubscribe();
  }
}

function words({ at, profileName, outcome, idEntity, status, message }: CallbackDelivery): string {
  const what = [profileName, idEntity, outcome, String(status)].filter((part) => part !== null).join('  ');
  return `${at}  ${what}${message === null ? '' : `  ${message}`}`;
}
