import type { Result } from '../../contract/result.ts';
import type {
  CallOptions,
  GatewayClient,
  GatewayInput,
  GatewayOperationName,
  GatewayOutput,
} from '../../main/core/ports/index.ts';
import { createHttpTransport, type Transport } from '../../main/gateway/index.ts';
import { systemClock } from '../../main/system.ts';
import { CallbackDelivery } from '../../sandbox/callbacks/callback-delivery.ts';
import { createSandboxGateway, steadyClock, type SandboxGateway } from '../../sandbox/index.ts';

type Answers = {
  readonly [Name in GatewayOperationName]?: (
    input: GatewayInput<Name>,
    options: CallOptions,
  ) => Promise<Result<GatewayOutput<Name>>>;
};

/** A client that returns these answers; any other call is a bug in the code under test. */
export function gatewayDouble(answers: Answers): GatewayClient {
  return {
    call(operation, input, options) {
      const answer = answers[operation];
      if (answer === undefined) throw new Error(`nothing here calls ${operation}`);
      return answer(input, options);
    },
    clockDifferenceSeconds: () => null,
    gatewayNow: () => null,
    complaintsIn: () => [],
    close: () => Promise.resolve(),
  };
}

const nothing = new Uint8Array();
const encoder = new TextEncoder();

/**
 * The sandbox in this process, at an address where nothing listens: HTTP takes a quarter of the processor time of a test that sends
 * payouts. Requests to another address leave as they do in the program.
 */
export class NearSandbox implements Pick<Transport, 'send'> {
  readonly url = 'http://127.0.0.1:4010';
  gateway: SandboxGateway;
  /** Whether every request is lost in transit. */
  isLost = false;
  #isAway = false;
  #requests = 0;
  #delivery: CallbackDelivery | null = null;
  #elsewhere: Transport | null = null;
  readonly #start: () => SandboxGateway;
  readonly #delayMs: (requestNumber: number) => number;

  constructor(options: {
    readonly settleMs: number;
    /** How long the answer to the request with this number is delayed. */
    readonly delayMs: (requestNumber: number) => number;
    readonly deliversCallbacks: boolean;
    /** The gateway at first, if a test has one. */
    readonly gateway?: SandboxGateway | undefined;
  }) {
    const { settleMs, deliversCallbacks, gateway } = options;
    this.#delayMs = options.delayMs;
    this.#start = () => {
      const { now } = steadyClock;
      const started = createSandboxGateway({
        now,
        seed: 1,
        settleMs,
        requestsPerSecond: 1000,
        merchants: [],
      });
      if (deliversCallbacks) this.#delivery = new CallbackDelivery(started, steadyClock);
      return started;
    };
    this.gateway = gateway ?? this.#start();
  }

  /** As a transport does. */
  async send(sent: Parameters<Transport['send']>[0]): ReturnType<Transport['send']> {
    const { method, url, headers, body, signal } = sent;
    const { port, pathname, search } = new URL(url);
    if (port !== new URL(this.url).port) return (this.#elsewhere ??= createHttpTransport({})).send(sent);
    if (signal.aborted) return { kind: 'notSent', cause: 'aborted' };
    if (this.#isAway) return { kind: 'notSent', cause: 'ECONNREFUSED' };
    sent.onDeparture();
    this.#requests += 1;
    const delayMs = this.#delayMs(this.#requests);
    await systemClock.turn();
    if (this.isLost) {
      this.gateway.noteLostRequest();
      return { kind: 'noAnswer', cause: 'ECONNRESET' };
    }
    const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
    const request = { method, path: `${pathname}${search}`, headers: Object.fromEntries(lowerCase) };
    const answer = this.gateway.handle({ ...request, body: body ?? nothing });
    this.#delivery?.arm();
    if (delayMs > 0) await systemClock.sleep(delayMs, signal);
    await systemClock.turn();
    if (answer.isDropped === true || signal.aborted) return { kind: 'noAnswer', cause: 'ECONNRESET' };
    const { status } = answer;
    const given = { status, headers: answer.headers, body: encoder.encode(answer.body), isComplete: true };
    return { kind: 'answered', answer: given };
  }

  /** Nothing listens at its address any longer. */
  leave(): void {
    this.#isAway = true;
    this.#delivery?.stop();
  }

  /** Starts again, without a merchant and with an empty book. */
  comeBack(): void {
    this.gateway = this.#start();
    this.#isAway = false;
    this.#requests = 0;
  }

  async close(): Promise<void> {
    this.leave();
    await this.#elsewhere?.close();
  }
}
