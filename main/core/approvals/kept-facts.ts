import { z } from 'zod';
import { Person } from '../../../contract/approvals/signed-documents.ts';
import { readJson } from '../../../contract/json.ts';
import { textHashOf } from '../payments/identity.ts';

/** What is kept of a request: its rows are those of the batch. */
const KeptFacts = z.object({ at: z.string(), expiresAt: z.string(), preparedBy: Person, note: z.string() });
type KeptFacts = z.infer<typeof KeptFacts>;

/** The kept facts of a request; null where they cannot be read. */
export function keptFactsOf(content: string): KeptFacts | null {
  return readJson(KeptFacts, content);
}

/** What stands in the place of the hash of a file where a draft came in a request. */
export function requestFileHash(rowsHash: string): string {
  return textHashOf(rowsHash);
}
