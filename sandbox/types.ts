import type { PaymentKind } from '../contract/payments/payment.ts';

/** One request as the gateway received it. */
export type SandboxRequest = {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
};

export type SandboxResponse = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** The request took effect, but this answer must never reach the client: drop the connection instead. */
  readonly isDropped?: true;
};

export type SandboxMerchant = {
  readonly merchantCode: string;
  /** Public RSA keys as PEM; a token request may be signed with any of them. */
  readonly publicKeyPems: readonly string[];
  readonly secrets: readonly string[];
  /** Opening balances as plain decimals by currency code; by default every listed currency opens with ten million. */
  readonly balances?: Readonly<Record<string, string>>;
};

export type SandboxOptions = {
  /** Milliseconds since 1970 UTC; it never runs backwards. */
  readonly now: () => number;
  readonly seed: number;
  /** Milliseconds from acceptance to the end of processing. */
  readonly settleMs: number;
  /** The most requests of one merchant in any 1,000 ms; null for no limit. The interface says 10. */
  readonly requestsPerSecond: number | null;
  readonly merchants: readonly SandboxMerchant[];
};

/** process.status. The interface shows SUCCESS alone; the other two names are the sandbox's own. */
export type ProcessStatus = 'PENDING' | 'SUCCESS' | 'FAILED';

/** One accepted payment, as an auditor of the gateway would see it. Times are milliseconds since 1970 UTC. */
export type BookEntry = {
  readonly kind: PaymentKind;
  readonly id: string;
  readonly merchantCode: string;
  /** The exact literal from the request. */
  readonly amount: string;
  readonly currencyCode: string;
  readonly status: ProcessStatus;
  readonly createdAt: number;
  readonly processedAt: number | null;
  /** The raw request body. */
  readonly body: string;
  /** How often this order ID was accepted: always 1. */
  readonly acceptedCount: number;
  /** Permitted create requests with this order ID, whatever the answer. */
  readonly postsSeen: number;
  /** The reference set with !setExternalReference, if any. */
  readonly externalReference: string | null;
};

export type TrafficCount = {
  readonly requests: number;
  readonly tooManyRequests: number;
  /** The most requests within any 1,000 ms, including refused and lost ones. */
  readonly mostInOneSecond: number;
};

type SandboxStatistics = TrafficCount & {
  /** Requests by merchant, if the merchant of a request could be determined. */
  readonly byMerchant: Readonly<Record<string, TrafficCount>>;
};

export type DueCallback = {
  readonly callbackId: number;
  readonly url: string;
  /** The JSON text to be posted. */
  readonly body: string;
  /** 1 for the first, up to 5. */
  readonly attempt: number;
};

/** The result of one attempt: the receiver's status, no answer, or an address that must not be called. */
export type CallbackOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'noAnswer' }
  | { readonly kind: 'undeliverable' };

export type CallbackRecord = {
  readonly callbackId: number;
  readonly merchantCode: string;
  readonly kind: PaymentKind;
  readonly idEntity: string;
  readonly url: string;
  readonly state: 'waiting' | 'underway' | 'delivered' | 'givenUp' | 'undeliverable';
  readonly attempts: readonly { readonly at: number; readonly status: number | null }[];
};

export const codeLists = ['currencies', 'segments', 'paymentOperators', 'paymentMethods'] as const;
type CodeListName = (typeof codeLists)[number];
export type AddedCode = { readonly list: CodeListName; readonly code: string; readonly name: string };

/** The gateway itself: in memory, synchronous, with no network and no timers. */
export interface SandboxGateway {
  /** Answers one request of the interface. Never throws, whatever a client sends. */
  handle(request: SandboxRequest): SandboxResponse;
  /** Adds a merchant, or keys and secrets to a known one. Throws TypeError for an unusable key. */
  registerMerchant(merchant: SandboxMerchant): void;
  /** Adds a code to a list (interface: Versioning 5); a known code stays unchanged. */
  addCode(added: AddedCode): void;
  /** Every accepted payment, oldest first. */
  book(): BookEntry[];
  statistics(): SandboxStatistics;
  /** Counts a request that was lost or refused in transit and is never handled. */
  noteLostRequest(): void;
  /** When the next callback can become due; null if none can. */
  nextCallbackAt(): number | null;
  /** Takes up to `limit` due callbacks. Each must be reported afterwards. */
  takeDueCallbacks(limit: number): DueCallback[];
  /** An answer other than 200 repeats the callback 4 times, 2 minutes apart (interface: Events 2). */
  reportCallback(callbackId: number, outcome: CallbackOutcome): void;
  callbacks(): CallbackRecord[];
}
