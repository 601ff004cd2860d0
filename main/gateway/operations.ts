import type { PaymentKind } from '../../contract/payments/payment.ts';
import type { CodeListName } from '../../contract/reference.ts';
import { fail, succeed, type Result } from '../../contract/result.ts';
import type {
  Answer,
  CallOptions,
  GatewayInput,
  GatewayOperationName,
  GatewayOutput,
  HandedToken,
  TokenScope,
} from '../core/ports/index.ts';
import { pathOf } from './network/addresses.ts';
import type { Caller } from './caller.ts';
import type { Json } from './exact-json.ts';
import type { Subject } from './failures.ts';
import { encodeExternalReference, encodePaymentRequested } from './payment-body.ts';
import { readAccounts } from './readers/accounts.ts';
import { readBalances } from './readers/balances.ts';
import {
  currencyList,
  methodList,
  operatorList,
  readCodeList,
  segmentList,
  type CodeListShape,
} from './readers/code-list.ts';
import { readProblems, type ReadProblems } from './readers/errors.ts';
import { readMerchantInfo } from './readers/merchant-info.ts';
import { readOptions } from './readers/options.ts';
import { readPaymentDetail } from './readers/payment-detail.ts';
import { readClaims } from './tokens/token-claims.ts';
import type { TokenPurpose } from './tokens/token-request.ts';

/** The request of one operation for an input (interface: Endpoints). */
type Request<Input> = {
  readonly method: 'GET' | 'POST';
  readonly path: (input: Input) => string;
  readonly query?: (input: Input) => string;
  /** The operation that the token must permit; default: exactly this method and path. */
  readonly scope?: (input: Input) => TokenScope;
  readonly body?: (input: Input) => Uint8Array;
  /** The subject of an error, as text, and the details that name it. */
  readonly about: (
    input: Input,
  ) => Pick<Subject, 'words' | 'verb' | 'entity'> & Partial<Pick<Subject, 'details'>>;
  /** Default: the lenient reader, since the interface shows no fields of error bodies. */
  readonly readErrors?: ReadProblems;
};

type Perform<Input, Output> = (caller: Caller, input: Input, options: CallOptions) => Promise<Result<Output>>;

/** The table of operations: one row each; no other list of them exists in `main/`. */
export const gatewayOperations: {
  readonly [Name in GatewayOperationName]: Perform<GatewayInput<Name>, GatewayOutput<Name>>;
} = {
  createPayment: change(
    {
      method: 'POST',
      path: ({ kind, idPayment }) => pathOf(resources[kind], idPayment),
      scope: ({ scope }) => scope,
      body: ({ body }) => body,
      about: aboutPayment,
    },
    201,
    (json, created, now) => readPaymentDetail(json, created, now)?.money ?? null,
  ),
  readPayment: read(
    {
      method: 'GET',
      path: ({ kind, idPayment }) => pathOf(resources[kind], idPayment),
      scope: ({ scope }) => scope,
      about: aboutPayment,
    },
    readPaymentDetail,
  ),
  payinAccounts: read(
    {
      method: 'GET',
      path: ({ idPayin }) => pathOf('payins', idPayin, 'accounts'),
      about: ({ idPayin }) => ({ words: `the accounts of payin ${idPayin}`, entity: `payin ${idPayin}` }),
    },
    readAccounts,
  ),
  setExternalReference: change(
    {
      method: 'POST',
      path: ({ idPayin }) => pathOf('payins', idPayin, '!setExternalReference'),
      body: encodeExternalReference,
      about: ({ idPayin }) => ({
        words: `the external reference of payin ${idPayin}`,
        entity: `payin ${idPayin}`,
      }),
    },
    204,
    () => null,
  ),
  availableOptions: read(
    {
      method: 'POST',
      path: ({ kind }) => pathOf(resources[kind], '!availablePaymentOptions'),
      body: encodePaymentRequested,
      about: ({ kind, money: { amount, currencyCode } }) => ({
        words: `the ${kindTexts[kind]} options for ${amount} ${currencyCode}`,
      }),
    },
    readOptions,
  ),
  balances: read(
    {
      method: 'GET',
      path: () => '/balances',
      query: ({ currencyCodes }) =>
        currencyCodes.length === 0 ? '' : `?currencyCodes=${currencyCodes.map(encodeURIComponent).join(',')}`,
      about: ({ currencyCodes }) => ({
        words: currencyCodes.length === 0 ? 'balances' : `balances in ${currencyCodes.join(', ')}`,
      }),
    },
    readBalances,
  ),
  codes: read(
    {
      method: 'GET',
      path: ({ list }) => codeLists[list].path,
      about: ({ list }) => ({ words: codeLists[list].words }),
    },
    (json, { list }) => readCodeList(json, codeLists[list].shape),
  ),
  merchant: read(
    {
      method: 'GET',
      path: () => '/merchant-info',
      about: () => ({ words: 'the merchant information' }),
    },
    readMerchantInfo,
  ),
  checkAccess: (caller, { scope }, options) => caller.checkScope(scope, options),
  createToken: token(({ operations, money }) => ({ kind: 'operations', operations, money })),
  createTokenByAction: token(({ action, idPayment, money }) => ({
    kind: 'action',
    action,
    idPayment,
    money,
  })),
};

/** The first path segment of each kind of payment. */
const resources = { payout: 'payouts', payin: 'payins', topup: 'topups' } as const satisfies Record<
  PaymentKind,
  string
>;

const kindTexts = { payout: 'payout', payin: 'payin', topup: 'top-up' } as const satisfies Record<
  PaymentKind,
  string
>;

const codeLists: Record<
  CodeListName,
  { readonly path: string; readonly words: string; readonly shape: CodeListShape }
> = {
  currencies: { path: '/currencies', words: 'the list of currencies', shape: currencyList },
  segments: { path: '/segments', words: 'the list of customer segments', shape: segmentList },
  operators: { path: '/payment-operators', words: 'the list of payment operators', shape: operatorList },
  methods: { path: '/payment-methods', words: 'the list of payment methods', shape: methodList },
};

function aboutPayment({ kind, idPayment }: { readonly kind: PaymentKind; readonly idPayment: string }) {
  return {
    words: `${kindTexts[kind]} ${idPayment}`,
    verb: 'ask about' as const,
    details: kind === 'payout' ? { idPayout: idPayment } : {},
  };
}

/** An operation that changes something: its status alone says whether it succeeded, so a body without anything to read is no error. */
function change<Input, Value>(
  request: Request<NoInfer<Input>>,
  success: 201 | 204,
  reader: (json: Json, input: NoInfer<Input>, now: number) => Value,
): Perform<Input, Answer<Value>> {
  return (caller, input, options) =>
    caller.call(
      {
        ...written(request, input, 'change'),
        effect: 'change',
        success,
        read: (json, now) => reader(json, input, now),
      },
      options,
    );
}

/** An operation that only reads; `reader` returns null if it recognises nothing. */
function read<Input, Value>(
  request: Request<NoInfer<Input>>,
  reader: (json: Json, input: NoInfer<Input>, now: number) => Value | null,
): Perform<Input, Answer<Value>> {
  return (caller, input, options) =>
    caller.call(
      { ...written(request, input, 'read'), effect: 'read', read: (json, now) => reader(json, input, now) },
      options,
    );
}

/** A token for others is given out only with the permissions that it states (interface: Authentication 5 and 6). */
function token<Input extends { readonly validitySeconds: number }>(
  purposeOf: (input: Input) => TokenPurpose,
): Perform<Input, HandedToken> {
  return async (caller, input, options) => {
    const asked = await caller.askToken(purposeOf(input), input.validitySeconds, options);
    if (!asked.ok) return asked;
    const claims = readClaims(asked.value);
    return claims === null ? unreadableToken : succeed({ token: asked.value, claims });
  };
}

const unreadableToken = fail(
  'gatewayAnswerUnreadable',
  'The gateway returned an access token that cannot be read, so its permissions are not known. Bursar discarded it.',
);

function written<Input>(
  { method, path, query, scope, body, about, readErrors = readProblems }: Request<Input>,
  input: Input,
  effect: Subject['effect'],
) {
  const plainPath = path(input);
  return {
    method,
    path: `${plainPath}${query?.(input) ?? ''}`,
    body: body?.(input) ?? null,
    scope: scope?.(input) ?? [`${method} ${plainPath}`],
    subject: { details: {}, ...about(input), effect },
    readErrors,
  };
}
