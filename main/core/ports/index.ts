import type { AppError, Problem } from '../../../contract/errors.ts';
import type { PayingInstructions, PaymentAccount } from '../../../contract/incoming.ts';
import type { TokenClaims } from '../../../contract/links.ts';
import type { Money, ReportedMoney } from '../../../contract/money.ts';
import type { PaymentKind, PayoutRow } from '../../../contract/payment.ts';
import type { Authentication, Environment, PublicKey } from '../../../contract/profile.ts';
import type { CodeListName } from '../../../contract/reference.ts';
import type { Result } from '../../../contract/result.ts';
import type { CodeItem, MerchantInfo } from './reference-store.ts';
import type { SheetFiles } from './sheet-store.ts';

export type * from './callback-store.ts';
export type * from './history-store.ts';
export type * from './reference-store.ts';
export type * from './incoming-store.ts';
export type * from './running-store.ts';
export type * from './sheet-store.ts';
export type * from './store.ts';
export type * from './stored-payment.ts';
export type * from './treasury-store.ts';
export type * from './trial.ts';

/** Time, injected so that a run can be repeated. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Resolves after so many milliseconds, or at once when the signal aborts; it never rejects. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
  /** Resolves after waiting input and output had its turn: what keeps long work from blocking the process. */
  turn(): Promise<void>;
}

/** Randomness, injected so that a run can be repeated from its seed. */
export interface Random {
  /** So many random bytes. */
  bytes(count: number): Uint8Array;
  /** A number from 0 up to, not including, 1. */
  fraction(): number;
}

/**
 * Key custody. A `keyId` names one key pair of one profile. Private key material never crosses this port,
 * in either direction (invariant I8): an import names a file, and signing gives a signature.
 */
export interface Keys {
  /** Makes an RSA key of so many bits and stores it in the OS keychain. */
  generate(keyId: string, modulusBits: number): Promise<Result<PublicKey>>;
  /** Reads a key file (PKCS#8 or PKCS#1, PEM or DER, encrypted or not) and stores the key in the OS keychain. */
  importFile(keyId: string, keyFile: KeyFile): Promise<Result<PublicKey>>;
  publicKey(keyId: string): Promise<Result<PublicKey>>;
  /** SHA256withRSA (PKCS#1 v1.5) over exactly these bytes (interface: Authentication 3). */
  sign(keyId: string, bytes: Uint8Array): Promise<Result<Uint8Array>>;
  /** Whether a key can be had without asking a person; false when there is none. */
  has(keyId: string): Promise<Result<boolean>>;
  /** Forgets key and secret; succeeds when there was none. */
  remove(keyId: string): Promise<Result<null>>;
  /** The deprecated merchant secret (interface: Authentication 4). */
  storeSecret(keyId: string, secret: string): Promise<Result<null>>;
  readSecret(keyId: string): Promise<Result<string>>;
}

export type KeyFile = { readonly path: string; readonly passphrase: string | null };

/** What a gateway client has to know of a profile. */
export type GatewayProfile = {
  readonly keyId: string;
  readonly environment: Environment;
  readonly baseUrl: string;
  readonly merchantCode: string;
  readonly authentication: Authentication;
};

/**
 * Who waits for a request (invariant I7): a person reading, a submission, or polling; served in that order.
 */
export type Priority = 'interactive' | 'submission' | 'polling';

/**
 * The operations that the token for a request must permit, each as method, space and path (interface:
 * Authentication 6), kept as narrow as the purpose allows. Requests with an equal scope share a token.
 */
export type TokenScope = readonly string[];

export type CallOptions = { readonly priority: Priority; readonly signal?: AbortSignal };

/**
 * One merchant at one gateway. Every call waits its turn in the rate limit, gets and renews its token, waits
 * out 429, renews once on 401, and gives one result. Errors have the `gateway…` codes of the contract,
 * or `stopped` when the signal aborted before the request left. An error after which the request may have
 * taken effect is `gatewayNoAnswer`, `gatewayServerError` or `gatewayAnswerUnreadable`; `gatewayUnreachable`
 * means that no connection came about and nothing was sent.
 */
export interface GatewayClient {
  /** POST /payouts|payins|topups/{id}. Any 2xx is accepted; `gatewayDuplicate` is 409. */
  createPayment(request: CreatePayment, options: CallOptions): Promise<Result<Answer<null>>>;
  /** GET /payouts|payins|topups/{id}. `gatewayNotFound` is 410. */
  readPayment(request: ReadPayment, options: CallOptions): Promise<Result<Answer<PaymentDetail>>>;
  /** GET /payins/{idPayin}/accounts; interface: Payment accounts. */
  payinAccounts(idPayin: string, options: CallOptions): Promise<Result<Answer<PaymentAccounts>>>;
  /** POST /payins/{idPayin}/!setExternalReference; interface: External reference. */
  setExternalReference(
    idPayin: string,
    externalReference: string,
    options: CallOptions,
  ): Promise<Result<Answer<null>>>;
  /** POST /…/!availablePaymentOptions. 406 is `gatewayRefused`: no option for this money. */
  availableOptions(
    kind: PaymentKind,
    money: Money,
    options: CallOptions,
  ): Promise<Result<Answer<PaymentOption[]>>>;
  /** GET /balances; all currencies when none are named. */
  balances(currencyCodes: readonly string[], options: CallOptions): Promise<Result<Answer<Balance[]>>>;
  /** GET /currencies, /segments, /payment-operators or /payment-methods. */
  codes(list: CodeListName, options: CallOptions): Promise<Result<Answer<CodeItem[]>>>;
  /** GET /merchant-info. */
  merchant(options: CallOptions): Promise<Result<Answer<MerchantInfo>>>;
  /** POST /auth-tokens for this scope without using it: tells whether key, clock and address are right. */
  checkAccess(scope: TokenScope, options: CallOptions): Promise<Result<null>>;
  /**
   * POST /auth-tokens: a token for exactly these operations, to be handed on. It is not kept, and is nowhere but in the answer; an error
   * never holds it.
   */
  createToken(wish: TokenWish, options: CallOptions): Promise<Result<HandedToken>>;
  /** POST /auth-tokens-by-action: a token for one payin, which may be shared with the customer. Else as `createToken`. */
  createTokenByAction(wish: ActionTokenWish, options: CallOptions): Promise<Result<HandedToken>>;
  /** Seconds by which the gateway's clock was found to be ahead of this computer's; null while not corrected. */
  clockDifferenceSeconds(): number | null;
  /** Milliseconds since 1970 by the gateway's own clock, true to a second or two; null while no answer has told. */
  gatewayNow(): number | null;
  close(): Promise<void>;
}

export interface Gateway {
  client(profile: GatewayProfile): GatewayClient;
}

export type CreatePayment = {
  readonly kind: PaymentKind;
  readonly idPayment: string;
  /** The exact bytes to be sent. */
  readonly body: Uint8Array;
  readonly scope: TokenScope;
};

export type ReadPayment = {
  readonly kind: PaymentKind;
  readonly idPayment: string;
  readonly scope: TokenScope;
};

/** What a token that is handed on is to permit (interface: Authentication 6); `money` limits it to this sum. */
export type TokenWish = {
  readonly operations: readonly string[];
  readonly money: Money | null;
  readonly validitySeconds: number;
};

/** Interface: Authentication 5. PAYIN_CREATE lets one payin be created and read, PAYIN_INFO lets it be read. */
export type TokenAction = 'PAYIN_CREATE' | 'PAYIN_INFO';

export type ActionTokenWish = {
  readonly action: TokenAction;
  readonly idPayment: string;
  readonly money: Money | null;
  readonly validitySeconds: number;
};

/** A token to be handed on, with what it says that it permits. */
export type HandedToken = { readonly token: string; readonly claims: TokenClaims };

/** An answer as read, with its status and raw text (cut to `largestKeptAnswer` characters). */
export type Answer<Value> = { readonly value: Value; readonly status: number; readonly raw: string };

/** Interface: Payment detail. What a lenient reader found; null where the answer had none. */
export type PaymentDetail = {
  readonly money: ReportedMoney | null;
  readonly status: string | null;
  readonly createdAt: string | null;
  readonly processedAt: string | null;
  readonly isTest: boolean | null;
  readonly fee: ReportedMoney | null;
  readonly paymentMethodCode: string | null;
  /** How to pay by an offline method (payins and top-ups). */
  readonly instructions: PayingInstructions | null;
};

/** Interface: Payment accounts. What was given with the request, and what was collected since. */
export type PaymentAccounts = {
  readonly customerAccountRequest: PaymentAccount | null;
  readonly customerAccountProcess: PaymentAccount | null;
};

/** Every named amount of one currency, for instance `available` and `blocked`. */
export type Balance = {
  readonly currencyCode: string;
  readonly amounts: readonly { readonly name: string; readonly amount: string }[];
};

export type PaymentOption = {
  readonly paymentMethodCode: string;
  readonly name: string | null;
  readonly operators: readonly { readonly paymentOperatorCode: string; readonly name: string | null }[];
};

/** Files that people bring and take away. */
export interface Files extends SheetFiles {
  /**
   * Reads a CSV file of payouts: all rows, or every problem with line, column, value and what would be right.
   * `fileAmbiguous` when decimal and thousands separators can be read in two ways; both are in the details.
   * `onProgress` is told how many rows are read so far. Gives the process a turn at least every 10 ms of work.
   */
  readPayoutRows(
    bytes: Uint8Array,
    fileName: string,
    onProgress: (rows: number) => void,
  ): Promise<Result<PayoutFile>>;
  /** Writes rows of text cells as CSV (UTF-8, CRLF), each cell that a spreadsheet would run as a formula defused. */
  writeCsv(header: readonly string[], rows: Iterable<readonly string[]>): Uint8Array;
  /** Begins a table that is written some rows at a time, each cell as text and defused where a spreadsheet would run it as a formula. */
  beginTable(format: 'csv' | 'xlsx', header: readonly string[]): TableWriter;
}

export type TableWriter = {
  /** Some hundred rows at a time, so that none of it blocks the process for long. */
  add(rows: readonly (readonly string[])[]): Promise<void>;
  /** The bytes of the file; nothing is added after that. */
  finish(): Promise<Uint8Array>;
};

/** A file's payouts in order; `lines[i]` is the line on which `rows[i]` stands, the header being line 1. */
export type PayoutFile = { readonly rows: PayoutRow[]; readonly lines: number[]; readonly notes: Problem[] };

export type RunLimits = {
  /** Most payouts whose intent is committed and whose answer is not recorded. */
  readonly submissions: number;
  /** Most questions under way. */
  readonly polls: number;
};

/** What a face tells of a failure that nobody waits for. */
export type Report = (error: AppError) => void;
