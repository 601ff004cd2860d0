import { z } from 'zod';
import { Person } from '../../../contract/approvals/signed-documents.ts';
import { readJson } from '../../../contract/json.ts';
import { textHashOf } from '../payments/identity.ts';
import type { Store } from '../ports/index.ts';
import { readKeptRequest, type RequestFacts } from './signed-file.ts';

/** What is noted of a request for lists. Nothing is decided by it: a person can edit it in the database. */
const KeptFacts = z.object({ at: z.string(), expiresAt: z.string(), preparedBy: Person, note: z.string() });
type KeptFacts = z.infer<typeof KeptFacts>;

/** The kept facts of a request; null where they cannot be read. */
export function keptFactsOf(content: string): KeptFacts | null {
  return readJson(KeptFacts, content);
}

/** By the hash of the request: what a person signed stays signed, and a large request is verified once. */
const known = new Map<string, RequestFacts>();
const mostKnown = 1000;

/** Who prepared a request, and when, as its signature proves; null where the signed text is not here or was changed. */
export function requestFactsOf(
  store: Pick<Store, 'signedRequest'>,
  requestHash: string,
): RequestFacts | null {
  const before = known.get(requestHash);
  if (before !== undefined) return before;
  const signed = store.signedRequest(requestHash);
  const facts = signed === null ? null : readKeptRequest(signed, requestHash);
  if (facts === null) return null;
  if (known.size >= mostKnown) known.clear();
  known.set(requestHash, facts);
  return facts;
}

/** What stands in the place of the hash of a file where a draft came in a request. */
export function requestFileHash(rowsHash: string): string {
  return textHashOf(rowsHash);
}
