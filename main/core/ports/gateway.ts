import type { PayingInstructions, PaymentAccount } from '../../../contract/receiving/incoming.ts';
import type { TokenClaims } from '../../../contract/receiving/links.ts';
import type { Problem } from '../../../contract/errors.ts';
import type { Money, ReportedMoney } from '../../../contract/money/money.ts';
import type { PaymentKind } from '../../../contract/payments/payment.ts';
import type { CodeListName } from '../../../contract/reference.ts';
import type { Result } from '../../../contract/result.ts';
import type { StoredProfile } from './store/profile-store.ts';

/** What a gateway client needs from a profile. */
export type GatewayProfile = Pick<
  StoredProfile,
  'keyId' | 'environment' | 'baseUrl' | 'merchantCode' | 'authentication'
>;

/**
 * Who waits for a request (invariant I7): a person reading, a submission, or polling; served in that order.
 */
export type Priority = 'interactive' | 'submission' | 'polling';

/**
 * The operations that the token for a request must permit, each as method, space and path (interface:
 * Authentication 6), kept as narrow as the purpose allows. Requests with an equal scope share a token.
 */
export type TokenScope = readonly string[];

export type CallOptions = {
  readonly priority: Priority;
  readonly signal?: AbortSignal;
  /**
   * Called right before the request leaves, which may be long after the call, perhaps after a sleep; again if it is repeated. If false, it does
   * not leave, and the call ends as stopped. Requests for tokens do not call it.
   */
  readonly onDeparture?: () => boolean;
};

/** Every operation of the gateway: its input and output. */
type GatewayOperations = {
  /**
   * POST /payouts|payins|topups/{id}. Any 2xx is returned with its status; 201 is accepted. `gatewayDuplicate` is 409. The value is the
   * requested money that the answer echoes; null where none can be read.
   */
  createPayment: { input: CreatePayment; output: Answer<ReportedMoney | null> };
  /** GET /payouts|payins|topups/{id}. `gatewayNotFound` is 410. */
  readPayment: { input: ReadPayment; output: Answer<PaymentDetail> };
  /** GET /payins/{idPayin}/accounts; interface: Payment accounts. */
  payinAccounts: { input: { readonly idPayin: string }; output: Answer<PaymentAccounts> };
  /** POST /payins/{idPayin}/!setExternalReference; interface: External reference. */
  setExternalReference: {
    input: { readonly idPayin: string; readonly externalReference: string };
    output: Answer<null>;
  };
  /** POST /…/!availablePaymentOptions. 406 is `gatewayRefused`: no option for this amount and currency. */
  availableOptions: { input: OptionsParameters; output: Answer<PaymentOption[]> };
  /** GET /balances; all currencies if none are named. */
  balances: { input: { readonly currencyCodes: readonly string[] }; output: Answer<Balance[]> };
  /** GET /currencies, /segments, /payment-operators or /payment-methods. */
  codes: { input: { readonly list: CodeListName }; output: Answer<CodeItem[]> };
  /** GET /merchant-info. */
  merchant: { input: Record<never, never>; output: Answer<MerchantInfo> };
  /** POST /auth-tokens for this scope without using it: shows whether key, clock and address are correct. */
  checkAccess: { input: { readonly scope: TokenScope }; output: null };
  /**
   * POST /auth-tokens: a token for exactly these operations, to be given to others. It is not stored, and appears only in the answer; an error
   * never contains it.
   */
  createToken: { input: TokenParameters; output: HandedToken };
  /** POST /auth-tokens-by-action: a token for one payin, which may be shared with the customer. Otherwise like `createToken`. */
  createTokenByAction: { input: ActionTokenParameters; output: HandedToken };
};

export type GatewayOperationName = keyof GatewayOperations;
export type GatewayInput<Name extends GatewayOperationName> = GatewayOperations[Name]['input'];
export type GatewayOutput<Name extends GatewayOperationName> = GatewayOperations[Name]['output'];

/**
 * Every call waits its turn in the rate limit, gets and renews its token, waits out 429, renews once on 401, and
 * returns one result. Errors have the `gateway…` codes of the contract, or `stopped` when the signal aborted before
 * the request left. An error after which the request may have taken effect is `gatewayNoAnswer`,
 * `gatewayServerError` or `gatewayAnswerUnreadable`; `gatewayUnreachable` means that nothing was sent.
 */
type GatewayCall = <Name extends GatewayOperationName>(
  operation: Name,
  input: GatewayInput<Name>,
  options: CallOptions,
) => Promise<Result<GatewayOutput<Name>>>;

/** One merchant at one gateway. */
export interface GatewayClient {
  readonly call: GatewayCall;
  /** Seconds by which the gateway's clock was found to be ahead of this computer's; null while not corrected. */
  clockDifferenceSeconds(): number | null;
  /** Milliseconds since 1970 by the gateway's own clock, accurate to a second or two; null before the first answer, and after a sleep. */
  gatewayNow(): number | null;
  /** The complaints in an error answer that was kept as text; none where nothing in it is recognised. */
  complaintsIn(answer: string): readonly Problem[];
  close(): Promise<void>;
}

export interface Gateway {
  /** `onBusy` is called with the milliseconds for which all of this merchant waits, as the gateway answered 429. */
  client(profile: GatewayProfile, onBusy?: (waitMs: number) => void): GatewayClient;
}

/** `body`: the exact bytes to be sent. */
type CreatePayment = ReadPayment & { readonly body: Uint8Array };

type ReadPayment = {
  readonly kind: PaymentKind;
  readonly idPayment: string;
  readonly scope: TokenScope;
};

/** The payment for which options are requested; `segmentCode` (customer segment) is empty for none. */
type OptionsParameters = {
  readonly kind: PaymentKind;
  readonly money: Money;
  readonly segmentCode: string;
};

/** Permissions of a token for others (interface: Authentication 6); `money` limits it to this amount. */
type TokenParameters = {
  readonly operations: readonly string[];
  readonly money: Money | null;
  readonly validitySeconds: number;
};

/** Interface: Authentication 5. PAYIN_CREATE lets one payin be created and read, PAYIN_INFO lets it be read. */
export type TokenAction = 'PAYIN_CREATE' | 'PAYIN_INFO';

type ActionTokenParameters = {
  readonly action: TokenAction;
  readonly idPayment: string;
  readonly money: Money | null;
  readonly validitySeconds: number;
};

/** A token for others, with the permissions that it states. */
export type HandedToken = { readonly token: string; readonly claims: TokenClaims };

/** An answer as read, with its status and raw text (cut to `largestKeptAnswer` characters). */
export type Answer<Value> = { readonly value: Value; readonly status: number; readonly raw: string };

/** Interface: Payment detail. What a lenient reader found; null where the answer had none. */
export type PaymentDetail = {
  readonly money: ReportedMoney | null;
  readonly status: string | null;
  /** What there was instead of a text for the status, as JSON; absent if there was nothing. */
  readonly unreadableStatus?: string;
  readonly createdAt: string | null;
  readonly processedAt: string | null;
  readonly isTest: boolean | null;
  readonly fee: ReportedMoney | null;
  readonly paymentMethodCode: string | null;
  /** How to pay by an offline method (payins and top-ups). */
  readonly instructions: PayingInstructions | null;
};

/** Interface: Payment accounts. The account in the request, and the one collected since. */
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

/** One item of a code list (interface: Endpoints, GET /currencies and its like). */
export type CodeItem = { readonly code: string; readonly name: string | null };

/** Information about the merchant (interface: Endpoints, GET /merchant-info; its fields are not shown). */
export type MerchantInfo = {
  readonly merchantCode: string | null;
  readonly merchantName: string | null;
  /** The name that the hosted payment page shows. */
  readonly channelName: string | null;
};
