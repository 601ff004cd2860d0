import { z } from 'zod';
import { Person } from '../../../contract/approvals/signed-documents.ts';
import { readJson } from '../../../contract/json.ts';
import { textHashOf } from '../payments/identity.ts';
import type { Store } from '../ports/index.ts';
import { readStoredRequest, type RequestFacts } from './signed-file.ts';

/** Notes about a request, for lists only. They decide nothing, because a person can edit them in the database. */
const RequestNotes = z.object({
  at: z.string(),
  expiresAt: z.string(),
  preparedBy: Person,
  note: z.string(),
});
type RequestNotes = z.infer<typeof RequestNotes>;

/** The kept facts of a request; null where they cannot be read. */
export function requestNotesOf(content: string): RequestNotes | null {
  return readJson(RequestNotes, content);
}

/** Cached by the hash of the request: a valid signature stays valid, and verifying a large request again would be slow. */
const known = new Map<string, RequestFacts>();
/** More than people make in years: each pass over the drafts that wait for approvals reads all, and drops them all if they are one too many. */
const mostKnown = 20_000;

/** Who prepared a request, and when, proved by its signature; null if the signed text is not stored here or was changed. */
export function requestFactsOf(
  store: Pick<Store, 'signedRequest'>,
  requestHash: string,
): RequestFacts | null {
  const before = known.get(requestHash);
  if (before !== undefined) return before;
  const signed = store.signedRequest(requestHash);
  const facts = signed === null ? null : readStoredRequest(signed, requestHash);
  if (facts === null) return null;
  if (known.size >= mostKnown) known.clear();
  known.set(requestHash, facts);
  return facts;
}

/** Stands in for the hash of a file if the draft came in a request. */
export function requestFileHash(rowsHash: string): string {
  return textHashOf(rowsHash);
}
