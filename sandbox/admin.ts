import { z } from 'zod';
import { CurrencyCode } from '../contract/money/money.ts';
import { answer, answerNothing, basicError, invalidField } from './http/answers.ts';
import { decodeText } from './http/exact-json.ts';
import { readPublicKey } from './merchants.ts';
import { readBody } from './http/read-body.ts';
import { pathOf } from './http/routes.ts';
import { codeLists, type SandboxGateway, type SandboxRequest, type SandboxResponse } from './types.ts';

/** Addresses that are not part of the interface; README.md describes them. */
export const adminPrefix = '/!sandbox/';

const largestPage = 10_000;
const credentialPath = /^\/!sandbox\/merchants\/([A-Za-z0-9._-]{1,250})\/(public-key|secret)$/;
const longestSecret = 1000;

const AddedCode = z
  .object({
    list: z.enum(codeLists),
    code: z.string().regex(/^[A-Za-z0-9_.-]{1,100}$/),
    name: z.string().min(1).max(250),
  })
  .refine(({ list, code }) => list !== 'currencies' || CurrencyCode.safeParse(code).success, {
    path: ['code'],
    message: 'a currency code is written like EUR or USDT_TRC20',
  });

type PaymentPageReport = { readonly url: string; readonly payins: () => number };

/**
 * Answers an administrative request. The server checks that it comes from this computer; this function checks that a
 * write has `X-Sandbox-Admin: 1`, which no web page can send here without permission.
 */
export function handleAdmin(
  gateway: SandboxGateway,
  request: SandboxRequest,
  paymentPage: PaymentPageReport | null,
): SandboxResponse {
  const path = pathOf(request.path);
  if (request.method !== 'GET' && request.headers['x-sandbox-admin'] !== '1') {
    return basicError(403, 'NOT_PERMITTED', 'Administrative writes need the header X-Sandbox-Admin: 1.');
  }
  const [, merchantCode, credential] = credentialPath.exec(path) ?? [];
  if (request.method === 'PUT' && merchantCode !== undefined)
    return credential === 'secret'
      ? putSecret(gateway, merchantCode, request.body)
      : putPublicKey(gateway, merchantCode, request.body);
  switch (`${request.method} ${path}`) {
    case 'GET /!sandbox/book':
      return bookPage(gateway, new URLSearchParams(request.path.slice(path.length)));
    case 'GET /!sandbox/statistics':
      return answer(200, gateway.statistics());
    case 'GET /!sandbox/callbacks':
      return answer(200, { callbacks: gateway.callbacks() });
    case 'GET /!sandbox/payment-page':
      return answer(200, { url: paymentPage?.url ?? null, payins: paymentPage?.payins() ?? 0 });
    case 'POST /!sandbox/codes':
      return postCode(gateway, request.body);
    default:
      return basicError(
        404,
        'OPERATION_UNKNOWN',
        'There is no administrative operation with this method and path.',
      );
  }
}

function putPublicKey(gateway: SandboxGateway, merchantCode: string, body: Uint8Array): SandboxResponse {
  const pem = decodeText(body);
  if (pem === null || readPublicKey(pem) === null) {
    return invalidField(
      'body',
      'the body is a public RSA key of 2048 bits or more in PEM (BEGIN PUBLIC KEY)',
    );
  }
  return attempt(() => gateway.registerMerchant({ merchantCode, publicKeyPems: [pem], secrets: [] }));
}

/** A merchant secret for the deprecated authentication (interface: Authentication 4). */
function putSecret(gateway: SandboxGateway, merchantCode: string, body: Uint8Array): SandboxResponse {
  const secret = decodeText(body);
  if (secret === null || secret === '' || secret.length > longestSecret)
    return invalidField('body', `the body is a secret of 1 to ${longestSecret} characters`);
  return attempt(() => gateway.registerMerchant({ merchantCode, publicKeyPems: [], secrets: [secret] }));
}

function postCode(gateway: SandboxGateway, body: Uint8Array): SandboxResponse {
  const read = readBody(body, AddedCode);
  return read.ok ? attempt(() => gateway.addCode(read.value.parsed)) : read.response;
}

/** Once the input was checked, the gateway throws TypeError only if a limit is reached. */
function attempt(act: () => void): SandboxResponse {
  try {
    act();
    return answerNothing();
  } catch (error) {
    if (error instanceof TypeError) return basicError(409, 'LIMIT_REACHED', error.message);
    throw error;
  }
}

function bookPage(gateway: SandboxGateway, query: URLSearchParams): SandboxResponse {
  const after = readCount(query.get('after') ?? '0');
  const limit = readCount(query.get('limit') ?? '1000');
  if (after === null) return invalidField('after', 'the number of payments to skip');
  if (limit === null || limit < 1 || limit > largestPage)
    return invalidField('limit', `from 1 to ${largestPage}`);
  const book = gateway.book();
  const end = Math.min(after + limit, book.length);
  return answer(200, { payments: book.slice(after, end), next: end < book.length ? end : null });
}

function readCount(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
