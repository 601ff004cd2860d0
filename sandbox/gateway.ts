import { basicError, forbidden, invalidField, tooManyRequests, unauthenticated } from './http/answers.ts';
import { Callbacks } from './callbacks/callbacks.ts';
import { addCode, type CodeLists, createCodeLists, startingCurrencies } from './payments/code-lists.ts';
import { largestBodyBytes, mostMerchants } from './limits.ts';
import * as lists from './payments/list-operations.ts';
import { addCredentials, createMerchant } from './merchants.ts';
import { PaymentBook } from './payments/payment-book.ts';
import * as payments from './payments/payment-operations.ts';
import { findRoute, pathOf, type PermittedRoute } from './http/routes.ts';
import type { Merchant } from './state.ts';
import { answerActionTokenRequest, answerTokenRequest, type TokenIssuer } from './tokens/token-requests.ts';
import { Tokens } from './tokens/tokens.ts';
import { Traffic } from './traffic.ts';
import type {
  SandboxGateway,
  SandboxMerchant,
  SandboxOptions,
  SandboxRequest,
  SandboxResponse,
} from './types.ts';

/** The only existing major version (interface: Versioning 2). */
const apiVersion = '2';

/** Creates a gateway that holds everything in memory, answers at once, and takes the time only from `now`. */
export function createSandboxGateway(options: SandboxOptions): SandboxGateway {
  const merchants = new Map<string, Merchant>();
  const traffic = new Traffic();
  const callbacks = new Callbacks();
  const book = new PaymentBook(options.settleMs, callbacks);
  const codeLists: CodeLists = createCodeLists();
  const tokens = new Tokens(options.seed);
  const dateHeader = createDateHeader();

  /** Counts a request for its merchant; false if it exceeds the rate limit. */
  function admit(merchant: Merchant, nowMs: number): boolean {
    merchant.traffic.noteArrival(nowMs);
    if (merchant.window === null || merchant.window.pass(nowMs)) return true;
    merchant.traffic.noteRefusal();
    return false;
  }

  function respond(request: SandboxRequest, nowMs: number): SandboxResponse {
    if (request.headers['x-api-version'] !== apiVersion) {
      return basicError(404, 'VERSION_UNSUPPORTED', 'The header X-API-Version is missing or is not 2.');
    }
    const route = findRoute(request.method, request.path);
    if (route === null)
      return basicError(404, 'OPERATION_UNKNOWN', 'There is no operation with this method and path.');
    const formProblem = checkForm(request);
    if (formProblem !== null) return formProblem;
    const issuer: TokenIssuer = {
      tokens,
      findMerchant: (merchantCode) => merchants.get(merchantCode),
      admit: (merchant) => admit(merchant, nowMs),
    };
    if (route.operation === 'authTokens') return answerTokenRequest(issuer, request, nowMs);
    if (route.operation === 'authTokensByAction') return answerActionTokenRequest(issuer, request, nowMs);
    const token = tokens.read(request.headers['authorization'], nowMs);
    const merchant = token === null ? undefined : merchants.get(token.merchantCode);
    if (token === null || merchant === undefined) {
      return unauthenticated('The access token is missing, wrong or expired. Ask for a new one.');
    }
    if (!admit(merchant, nowMs)) return tooManyRequests();
    const asked = `${request.method} ${pathOf(request.path)}`;
    if (!token.permits(asked)) return forbidden(`The access token does not permit ${asked}.`);
    return answerPermitted(route, { book, codeLists, merchant, token, body: request.body, nowMs });
  }

  function registerMerchant(given: SandboxMerchant): void {
    const known = merchants.get(given.merchantCode);
    if (known !== undefined) return addCredentials(known, given);
    if (merchants.size >= mostMerchants)
      throw new TypeError(`a sandbox has at most ${mostMerchants} merchants`);
    merchants.set(given.merchantCode, createMerchant(given, options.requestsPerSecond, startingCurrencies));
  }

  for (const merchant of options.merchants) registerMerchant(merchant);

  return {
    handle(request) {
      const nowMs = options.now();
      traffic.noteArrival(nowMs);
      const response = respond(request, nowMs);
      if (response.status === 429) traffic.noteRefusal();
      response.headers['date'] = dateHeader(nowMs);
      return response;
    },
    registerMerchant,
    addCode: (added) => addCode(codeLists, added),
    book() {
      book.settle(options.now());
      return book.list();
    },
    statistics: () => ({
      ...traffic.count(),
      byMerchant: Object.fromEntries(
        [...merchants].map(([code, merchant]) => [code, merchant.traffic.count()]),
      ),
    }),
    noteLostRequest: () => traffic.noteArrival(options.now()),
    nextCallbackAt() {
      const settleAt = book.nextSettleAt();
      const callbackAt = callbacks.nextAt();
      if (settleAt === null || callbackAt === null) return settleAt ?? callbackAt;
      return Math.min(settleAt, callbackAt);
    },
    takeDueCallbacks(limit) {
      book.settle(options.now());
      return callbacks.takeDue(options.now(), limit);
    },
    reportCallback: (callbackId, outcome) => callbacks.report(callbackId, outcome),
    callbacks() {
      book.settle(options.now());
      return callbacks.list();
    },
  };
}

/** Interface: Resources. Bodies are JSON, and read requests have none; any other request is invalid. */
function checkForm(request: SandboxRequest): SandboxResponse | null {
  if (request.body.length > largestBodyBytes) return invalidField('body', 'a body has at most 1 MiB');
  if (request.method === 'GET') {
    return request.body.length === 0 ? null : invalidField('body', 'this operation takes no body');
  }
  const contentType = request.headers['content-type'];
  const isJson = contentType === undefined || /^application\/json\s*(?:;|$)/i.test(contentType);
  return isJson ? null : invalidField('Content-Type', 'the content type is application/json');
}

function answerPermitted(route: PermittedRoute, call: payments.Call): SandboxResponse {
  switch (route.operation) {
    case 'availableOptions':
      return payments.answerOptions(call, route.kind);
    case 'createPayment':
      return payments.answerCreate(call, route.kind, route.id);
    case 'readPayment':
      return payments.answerDetail(call, route.kind, route.id);
    case 'setExternalReference':
      return payments.answerSetReference(call, route.id);
    case 'readAccounts':
      return payments.answerAccounts(call, route.id);
    case 'readBalances':
      return lists.answerBalances(call, route.query);
    case 'merchantInfo':
      return lists.answerMerchantInfo(call);
    case 'currencies':
      return lists.answerCurrencies(call);
    case 'segments':
      return lists.answerSegments(call);
    case 'paymentOperators':
      return lists.answerPaymentOperators(call);
    case 'paymentMethods':
      return lists.answerPaymentMethods(call);
  }
}

/** The text of the Date header, renewed once a second. */
export function createDateHeader(): (nowMs: number) => string {
  let second = Number.NaN;
  let text = '';
  return (nowMs) => {
    const asked = Math.floor(nowMs / 1000);
    if (asked !== second) {
      second = asked;
      text = new Date(asked * 1000).toUTCString();
    }
    return text;
  };
}
