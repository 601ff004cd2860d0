import type { PaymentKind } from '../../../contract/payments/payment.ts';
import type { Store, StoredBatch, StoredPayment, TokenScope } from '../ports/index.ts';

const resource: Readonly<Record<PaymentKind, string>> = {
  payout: 'payouts',
  payin: 'payins',
  topup: 'topups',
};

/**
 * Most characters of the listed operations of one token as JSON. Keeps the header that carries the token under 6 kB: base64 adds a
 * third, and the signature, the other claims and the header's name take the rest.
 */
const largestScopeCharacters = 3600;

const onPayment = new RegExp(`^(?:GET|POST) /(?:${Object.values(resource).join('|')})/`);

/** Whether a token of this scope sends or reads payments, as those of runs do. */
export function isOfPayments(scope: TokenScope): boolean {
  return scope.some((operation) => onPayment.test(operation));
}

/** The operations that sending and tracking an order ID, or a pattern of order IDs, needs. Never `/payouts/.*`. */
function operationsFor(kind: PaymentKind, idPattern: string): string[] {
  return [`POST /${resource[kind]}/${idPattern}`, `GET /${resource[kind]}/${idPattern}`];
}

/** Token scope for the order IDs that Bursar made for a batch (DESIGN: The gateway client, least privilege). */
function batchScope(kind: PaymentKind, batchId: string): TokenScope {
  return operationsFor(kind, `${batchId}-[0-9]+`);
}

/** Token scope for order IDs from a file, listed one by one. */
function listedScope(kind: PaymentKind, idPayments: readonly string[]): TokenScope {
  return idPayments.flatMap((idPayment) => operationsFor(kind, idPayment));
}

/** Token scope for one payin or top-up. It only permits reading what others create. */
export function incomingScope({
  kind,
  idPayment,
  origin,
}: Pick<StoredPayment, 'kind' | 'idPayment' | 'origin'>): TokenScope {
  return origin === 'created' ? operationsFor(kind, idPayment) : [`GET /${resource[kind]}/${idPayment}`];
}

/**
 * The scope for checking the access of a batch: its first listed order IDs if the file has any, else its pattern. A payin or top-up has
 * its own scope.
 */
export function entryScope(
  { batchId, kind }: Pick<StoredBatch, 'batchId' | 'kind'>,
  store: Pick<Store, 'orderIdsOfChunk' | 'rowsOfBatch'>,
): TokenScope {
  const [only] = kind === 'payout' ? [] : store.rowsOfBatch(batchId, 0, 1);
  if (only !== undefined) return incomingScope(only);
  const listed = store.orderIdsOfChunk(batchId, 1);
  return listed.length === 0 ? batchScope(kind, batchId) : listedScope(kind, listed);
}

/** Returns a function that takes the next operations and returns the number of the token, from 1, whose header has room for them. */
function tokenDealer(): (operations: readonly string[]) => number {
  let token = 1;
  let characters = 0;
  return (operations) => {
    const more = JSON.stringify(operations).length;
    if (characters > 0 && characters + more > largestScopeCharacters) {
      token += 1;
      characters = 0;
    }
    characters += more;
    return token;
  };
}

/**
 * Splits the order IDs of a file into chunks, numbered from 1, whose tokens fit into a header. Returns a function that takes the next
 * order ID and returns its chunk.
 */
export function chunkDealer(kind: PaymentKind): (idPayment: string) => number {
  const tokenOf = tokenDealer();
  return (idPayment) => tokenOf(operationsFor(kind, idPayment));
}

/** Scopes of tokens that only let payouts be read, by order ID: as few tokens as headers have room for. */
export function readingScopes(idPayouts: readonly string[]): ReadonlyMap<string, TokenScope> {
  const readingOf = (idPayout: string): string => `GET /${resource.payout}/${idPayout}`;
  const tokenOf = tokenDealer();
  const tokens = Map.groupBy(idPayouts, (idPayout) => tokenOf([readingOf(idPayout)]));
  return new Map(
    [...tokens.values()].flatMap((together) => {
      const scope = together.map(readingOf);
      return together.map((idPayout) => [idPayout, scope] as const);
    }),
  );
}

/** Returns the token scope of a payment; reads the listed order IDs once per chunk. */
export function scopeFinder(store: Pick<Store, 'orderIdsOfChunk'>): (payment: StoredPayment) => TokenScope {
  const known = new Map<string, TokenScope>();
  return (payment) => {
    const { kind, batchId, tokenChunk } = payment;
    if (payment.origin !== null) return incomingScope(payment);
    const key = `${batchId} ${tokenChunk}`;
    const scope =
      known.get(key) ??
      (tokenChunk === 0
        ? batchScope(kind, batchId)
        : listedScope(kind, store.orderIdsOfChunk(batchId, tokenChunk)));
    known.set(key, scope);
    return scope;
  };
}
