import { expect, it } from 'vitest';
import type { ControlRequestDocument } from '../../../contract/approvals/signed-documents.ts';
import { requestFactsOf } from '../../../main/core/approvals/kept-facts.ts';
import { hashOfDocument, signDocument } from '../../../main/core/approvals/signed-file.ts';
import { createMemoryApprovalKeys } from '../../../main/keys/index.ts';
import { value } from '../../kit/store.ts';

const requests = 1_001;

it('the signatures of all requests that a computer ever made are verified once, since their drafts stay where another one releases them', async () => {
  const { personalKey } = createMemoryApprovalKeys();
  const { publicKey } = value(await personalKey.sign(new Uint8Array()));
  const hash = '0'.repeat(64);
  const signed = new Map<string, string>();
  for (let number = 0; number < requests; number += 1) {
    const document: ControlRequestDocument = {
      v: 1,
      kind: 'controlRequest',
      databaseId: `database-${number}`,
      from: hash,
      to: { approvers: [], policies: [] },
      changes: [],
      preparedBy: { name: 'Ann', publicKey },
      at: '2026-01-01T00:00:00.000Z',
      expiresAt: '2026-01-08T00:00:00.000Z',
    };
    signed.set(hashOfDocument(document), value(await signDocument(personalKey, document)));
  }
  let reads = 0;
  const signedRequest = (requestHash: string): string | null => {
    reads += 1;
    return signed.get(requestHash) ?? null;
  };
  for (const pass of [1, 2])
    for (const requestHash of signed.keys())
      expect(requestFactsOf({ signedRequest }, requestHash)?.preparedBy, `pass ${pass}`).toEqual({
        name: 'Ann',
        publicKey,
      });
  expect(reads).toBe(requests);
});
