import { describe, expect, it } from 'vitest';
import { noApprovalPolicy } from '../../../contract/approvals/approval-policy.ts';
import { controlLines } from '../../../contract/text/approvals.ts';
import { requestLines } from '../../../main/core/approvals/request-lines.ts';
import { fileOf, readSigned, signDocument } from '../../../main/core/approvals/signed-file.ts';
import { createMemoryApprovalKeys } from '../../../main/keys/index.ts';
import type { SigningKey } from '../../../main/core/ports/index.ts';
import { openTwoPeople, withOneBitChanged } from './two-people.ts';

/** What a key signs first, so that it is made. */
async function signedBy(key: SigningKey): Promise<{ readonly publicKey: string }> {
  const signed = await key.sign(new Uint8Array());
  if (!signed.ok) throw new Error(signed.error.message);
  return signed.value;
}

describe('I12: a signed file that was tampered with', () => {
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

  it('a request for a change shows what the change leads to, whatever it claims about itself', async () => {
    const { office, keys, ann } = await openTwoPeople();
    const { request } = await office.get('policies.set', { policy: noApprovalPolicy });
    const read = readSigned(request ?? new Uint8Array());
    if (!read.ok || read.value.document.kind !== 'controlRequest') throw new Error('no request');
    const lying = { ...read.value.document, changes: ['Nothing is loosened'] };
    const signed = await signDocument(keys.personalKey, lying);
    if (!signed.ok) throw new Error(signed.error.message);
    const file = fileOf(signed.value);
    const shown = await ann.tell('approvals.show', { file });
    if (!shown.ok || shown.value.kind !== 'controlRequest') throw new Error('not shown');
    expect(controlLines(shown.value.after)).toEqual([
      expect.stringMatching(/^Ann may approve, fingerprint ([a-z2-9]{4} ?){8}\.$/),
      expect.stringMatching(/^Merchant .* \(sandbox\) at http.*: no approval is needed\.$/),
      'A merchant with any other code: no approval is needed.',
    ]);
    expect(await requestLines(file, office.parts.clock)).toEqual([
      expect.stringMatching(/^Prepared by /),
      'After this change:',
      ...controlLines(shown.value.after),
      'In the words of the request: Nothing is loosened',
    ]);
  });

  it('a request that leaves findings out does not present the number of the others as the total', async () => {
    const { office, keys, prepare } = await openTwoPeople();
    const read = readSigned((await prepare()).request);
    if (!read.ok || read.value.document.kind !== 'request') throw new Error('no request');
    const findings = Array.from(
      { length: 7 },
      (_, index) =>
        ({ row: index + 1, kind: 'duplicate', level: 'block', message: 'M', evidence: {} }) as const,
    );
    const linesOf = async (hasMoreFindings: boolean): Promise<string[]> => {
      const document = { ...read.value.document, findings, hasMoreFindings } as typeof read.value.document;
      const signed = await signDocument(keys.personalKey, document);
      if (!signed.ok) throw new Error(signed.error.message);
      return requestLines(fileOf(signed.value), office.parts.clock);
    };
    expect((await linesOf(false)).at(-1)).toBe('… and 2 more findings');
    expect((await linesOf(true)).at(-1)).toBe('… and at least 2 more findings');
  });

  it('I5: the question to an approver names the payees of the file itself, whatever the page shows', async () => {
    const { office, keys, prepare } = await openTwoPeople();
    const read = readSigned((await prepare(['100.00', '40.00'])).request);
    if (!read.ok || read.value.document.kind !== 'request') throw new Error('no request');
    const { document } = read.value;
    const linesOf = async (accountNumber: string): Promise<string[]> => {
      const rows = document.rows.map((row) => ({ ...row, accountName: 'Acme\u202e', accountNumber }));
      const signed = await signDocument(keys.personalKey, { ...document, rows });
      if (!signed.ok) throw new Error(signed.error.message);
      return requestLines(fileOf(signed.value), office.parts.clock);
    };
    const [known, other] = [await linesOf('ACC-1'), await linesOf('EVIL-1')];
    expect(known).toContain('2 payouts to 1 payee');
    expect(known).toContain('    140.00 EUR to Acme\ufffd, ACC-1');
    expect(other).toContain('    140.00 EUR to Acme\ufffd, EVIL-1');
  });

  it('a card whose name resembles that of an approver, or contains hidden characters, enrols nobody', async () => {
    const { office } = await openTwoPeople();
    const { personalKey } = createMemoryApprovalKeys();
    const { publicKey } = await signedBy(personalKey);
    const add = async (name: string) => {
      const card = {
        v: 1,
        kind: 'card',
        person: { name, publicKey },
        at: new Date(0).toISOString(),
      } as const;
      const signed = await signDocument(personalKey, card);
      if (!signed.ok) throw new Error(signed.error.message);
      const told = await office.tell('approvers.add', { card: fileOf(signed.value) });
      return told.ok ? '' : told.error.message;
    };
    expect(await add('Ann')).toMatch(/^An approver named Ann already exists/);
    for (const name of ['\u0410nn', 'ANN', ' Ann.', '\u00c1nn'])
      expect(await add(name)).toMatch(/ looks like the approver Ann, who has another key\./);
    for (const name of ['Ann\u200b', 'Bob\nAnn', 'Bob \u202ennA'])
      expect(await add(name)).toMatch(
        /^The name on this card, [^\p{C}]*, has hidden characters or several lines\./u,
      );
    expect(await office.get('approvers.list', {})).toHaveLength(1);
    const own = await office.tell('approvers.card', { name: 'Bob\nAnn' });
    expect(own).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
    expect(await add('Anna')).not.toMatch(/Ann,/);
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
  ])('%s is refused by every operation that reads a file', async (_name, file) => {
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
