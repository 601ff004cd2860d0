import { describe, expect, it } from 'vitest';
import { fileOf } from '../../../main/core/approvals/signed-file.ts';
import { openTwoPeople, withOneBitChanged } from './two-people.ts';

describe('I12: a signed file that is not whole', () => {
  it('a request with one byte changed is neither shown, approved nor imported', async () => {
    const { ann, prepare, importFile } = await openTwoPeople();
    const { request } = await prepare();
    for (const part of [0.1, 0.3, 0.5, 0.9, 0.999]) {
      const file = withOneBitChanged(request, Math.floor(request.length * part));
      const refused = { ok: false, error: { code: 'signatureInvalid' } };
      expect(await ann.tell('approvals.show', { file })).toMatchObject(refused);
      expect(await ann.tell('approvals.decide', { file, decision: 'approve' })).toMatchObject(refused);
      expect(await importFile(file)).toMatchObject(refused);
    }
  });

  it('a file that is too large, no JWS, or without a signature is refused by every operation that takes one', async () => {
    const { ann, importFile } = await openTwoPeople();
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`;
    const files = [
      new Uint8Array(64 * 1024 * 1024 + 1),
      fileOf('no file of ours'),
      fileOf(unsigned),
      new Uint8Array(),
    ];
    for (const file of files) {
      for (const result of [
        await ann.tell('approvals.show', { file }),
        await ann.tell('approvals.decide', { file, decision: 'approve' }),
        await ann.tell('approvers.add', { card: file }),
        await importFile(file),
      ])
        expect(result).toMatchObject({ ok: false });
    }
  });
});
