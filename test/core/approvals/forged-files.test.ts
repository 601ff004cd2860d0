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

  it.each([
    ['a request of more than 64 MiB', new Uint8Array(64 * 1024 * 1024 + 1)],
    ['a malformed JWS', fileOf('no file of ours')],
    ['an empty file', new Uint8Array()],
    [
      'a file without a signature (alg: none)',
      fileOf(
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`,
      ),
    ],
  ])('%s is refused by every operation that takes a file', async (_name, file) => {
    const { ann, importFile } = await openTwoPeople();
    const results = [
      await ann.tell('approvals.show', { file }),
      await ann.tell('approvals.decide', { file, decision: 'approve' }),
      await ann.tell('approvers.add', { card: file }),
      await ann.tell('approvals.share', { file }),
      await importFile(file),
    ];
    for (const result of results) expect(result).toMatchObject({ ok: false });
  });
});
