import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../../contract/canonical-json.ts';
import { verdictLines } from '../../../../contract/text/activity/evidence-verdict.ts';
import { openOffice } from '../../../kit/office.ts';
import {
  contentsOf,
  flip,
  forged,
  packOf,
  paidOffice,
  payBatch,
  placesIn,
  seeded,
  smallPack,
  verifyArchive,
  type Json,
} from './packs.ts';

const anHour = 3_600_000;
/** `BURSAR_FLIPS=10000 npm run test:some -- test/core/payouts/evidence` tries as many. */
const flips = Number(process.env['BURSAR_FLIPS'] ?? 200);

type Evidence = {
  payments: { amount: string; row: Json[]; request: string; events: { detail: string }[] }[];
};

describe('an evidence pack', () => {
  it('of a batch contains its payments, requests, events and checkpoints, and is verified', async () => {
    const office = await paidOffice(['10.00', '20.50', '30.00']);
    const other = await payBatch(office, ['99.00']);
    const archive = await packOf(office, { kind: 'batch', batchId: office.batchId });
    const verdict = await office.get('evidence.verify', { bytes: archive });
    expect(verdict).toMatchObject({
      isWhole: true,
      problems: [],
      payments: 3,
      about: expect.stringContaining(`Batch ${office.batchId}`),
      keyFingerprint: expect.stringMatching(/^([0-9a-f]{2}:){31}[0-9a-f]{2}$/),
    });
    expect(verdict.checkpoints).toBeGreaterThan(0);
    const contents = contentsOf(archive);
    expect([...contents.keys()].toSorted()).toEqual([
      'evidence.json',
      'evidence.pdf',
      'manifest.json',
      'payments.csv',
      'seal.json',
      'verify.mjs',
    ]);
    const { payments } = JSON.parse(String(contents.get('evidence.json'))) as Evidence;
    expect(payments.map(({ amount }) => amount)).toEqual(['10.00', '20.50', '30.00']);
    for (const { amount, request } of payments)
      expect(Buffer.from(request, 'base64').toString()).toContain(`"amount":${amount}`);
    expect(String(contents.get('payments.csv'))).toContain('20.50,EUR,BANK_TRANSFER');
    expect(String(contents.get('evidence.json'))).not.toContain(other);
  });

  it('can be created for one payout, for a payee, and for a period', async () => {
    const office = await paidOffice(['10.00', '20.00']);
    const first = (await office.get('payouts.list', { limit: 10 })).payouts[0];
    const payee = (await office.get('payees.list', { limit: 10 })).payees[0];
    const now = office.now();
    const subjects = [
      [{ kind: 'payout', idPayout: first?.idPayout ?? '' }, 1],
      [{ kind: 'payee', payeeId: payee?.payeeId ?? '' }, 1],
      [
        {
          kind: 'period',
          from: new Date(now - anHour).toISOString(),
          until: new Date(now + anHour).toISOString(),
        },
        2,
      ],
    ] as const;
    for (const [subject, payments] of subjects)
      expect(verifyArchive(await packOf(office, subject))).toMatchObject({ isWhole: true, payments });
    // In the words of a person, by the verifier too.
    const lines = verdictLines(verifyArchive(await packOf(office, subjects[2][0])));
    expect(lines[0]).toMatch(
      /^Payouts created from \S{10} \d\d:\d\d:\d\d UTC to before \S{10} \S{8} UTC: 2 payouts/,
    );
    expect(lines[1]).toMatch(/^Created \S{10} \S{8} UTC: 2 payouts, /);
    const empty = {
      kind: 'period',
      from: '2001-01-01T00:00:00.000Z',
      until: '2001-02-01T00:00:00.000Z',
    } as const;
    expect(await office.tell('evidence.create', { subject: empty })).toMatchObject({
      ok: false,
      error: { code: 'notFound' },
    });
  });

  it('of a payee contains the verification of an account that has not been paid yet', async () => {
    const office = await paidOffice(['10.00']);
    const payeeId = (await office.get('payees.list', { limit: 10 })).payees[0]?.payeeId ?? '';
    const said = { account: 'NEW-2002', by: 'Kim', how: 'Called the number of the contract.' };
    await office.get('payees.verify', { payeeId, ...said });
    const archive = await packOf(office, { kind: 'payee', payeeId });
    expect(verifyArchive(archive).isWhole).toBe(true);
    const evidence = contentsOf(archive).get('evidence.json')?.toString() ?? '';
    expect(evidence).toContain('Called the number of the contract.');
    expect(evidence).toContain('NEW-2002');
  });

  it('of more payments than fit into one file is complete, and every part is covered', async () => {
    const office = await openOffice();
    const amounts = Array.from({ length: 620 }, (_, index) => `${index + 1}.00`);
    const { batchId } = await office.draft(amounts);
    const archive = await packOf(office, { kind: 'batch', batchId });
    expect(verifyArchive(archive)).toMatchObject({ isWhole: true, payments: 620 });
    const part = placesIn(archive).find(({ name }) => name === 'evidence-2.json');
    flip(archive, part?.from ?? 0, 1);
    expect(verifyArchive(archive).problems.join()).toContain('evidence-2.json');
  });

  it('says that nothing signed it if this computer has no audit key', async () => {
    const office = await openOffice();
    const batchId = await payBatch(office, ['1.00']);
    const verdict = verifyArchive(await packOf(office, { kind: 'batch', batchId }));
    expect(verdict).toMatchObject({ isWhole: true, keyFingerprint: null });
    expect(verdict.notes.join()).toMatch(
      /Not signed: .* payments\.csv .* were not compared with the JSON files/,
    );
  });

  it(
    `is found changed, and where, for each of ${flips} flipped bits in its files and in the archive around them`,
    async () => {
      const archive = await smallPack();
      const places = placesIn(archive);
      const random = seeded(1);
      const unnoticed: object[] = [];
      const small = places.filter(({ name }) => name === 'manifest.json' || name === 'seal.json');
      const headers = places.flatMap(({ from, name }) => range(from - 30 - name.length, from));
      const directory = range(places.at(-1)?.until ?? 0, archive.length);
      const few = [...directory, ...headers, ...small.flatMap(({ from, until }) => range(from, until))];
      for (let count = 0; count < flips; count += 1) {
        // Every second one outside the large files, so that structure, manifest and seal have their share.
        const at = count % 2 === 0 ? random(archive.length) : (few[random(few.length)] ?? 0);
        const bit = 1 << random(8);
        flip(archive, at, bit);
        const { isWhole, problems } = verifyArchive(archive);
        const file = places.find(({ from, until }) => at >= from && at < until)?.name ?? 'archive';
        const isNamed = problems.some((problem) => problem.includes(file) || problem.includes('archive'));
        if (isWhole || !isNamed) unnoticed.push({ at, bit, file, problems });
        flip(archive, at, bit);
      }
      expect(unnoticed).toEqual([]);
      expect(verifyArchive(archive).isWhole).toBe(true);
    },
    120_000 + flips * 100,
  );

  it('is found changed even if a flipped bit of a packed file unpacks to the same', async () => {
    const signed = await smallPack();
    // The six bits after the end of so short a file are never read, whatever the files of the pack end with.
    const short = Buffer.from(
      await forged(new Map([...contentsOf(signed), ['payments.csv', Buffer.from('amount')]])),
    );
    expect(sameWhenFlipped(short).filter((name) => name === 'payments.csv')).toHaveLength(6);
    sameWhenFlipped(signed);
  });

  it('is found changed if bytes are added or cut off, or a file is added or left out', async () => {
    const archive = await smallPack();
    const contents = contentsOf(archive);
    const changed = [
      Buffer.concat([archive, Buffer.from([0])]),
      Buffer.concat([Buffer.from([0]), archive]),
      archive.subarray(0, -1),
      archive.subarray(0, 10),
      Buffer.alloc(0),
      Buffer.from('no archive at all, but longer than the end of one'),
    ];
    for (const bytes of changed) expect(verifyArchive(bytes).isWhole).toBe(false);
    contents.delete('payments.csv');
    expect(verifyArchive(await forged(contents)).keyFingerprint).toBeNull();
  });

  it('claims no more about a difference than is known: not that a file is as it was signed, nor what an invalid file contains', async () => {
    const archive = await smallPack();
    const said = (bytes: Uint8Array): string => verdictLines(verifyArchive(bytes)).join('\n');
    const whole = said(archive);
    expect(whole).toMatch(/Verified: nothing differs\.\nSigned with the audit key [0-9a-f:]{95}\./);
    expect(whole).toContain('has not changed since');
    flip(archive, (placesIn(archive)[0]?.from ?? 0) + 20, 1);
    const changed = said(archive);
    expect(changed).toMatch(/NOT verified:\n( {2}.*\n)* {2}evidence\.json was changed\./);
    expect(changed).toContain('The list of files is as the audit key');
    expect(changed).not.toContain('has not changed');
    // Its payouts cannot be read, so their number is not known.
    expect(changed).toMatch(/^Created .* UTC: 6 files\.$/m);
    for (const bytes of [archive.subarray(0, archive.length / 2), Buffer.alloc(0), Buffer.alloc(100)])
      expect(said(bytes)).toBe(
        'This is not a readable evidence pack.\nNOT verified:\n  The archive cannot be read: it is not a ZIP archive, a part of it is missing, or something was added at its end.',
      );
    const unsigned = await forged(
      new Map([...contentsOf(await smallPack()), ['evidence.json', Buffer.from('x')]]),
    );
    expect(said(unsigned)).toMatch(/NOT verified:\n {2}evidence\.json cannot be read: it was changed\.$/);
  });

  it('is found inconsistent after a forgery without the key: amount, row, request, event or state', async () => {
    const contents = contentsOf(await smallPack());
    const forge = async (change: (evidence: Evidence) => void): Promise<string> => {
      const evidence = JSON.parse(String(contents.get('evidence.json'))) as Evidence;
      change(evidence);
      const text = Buffer.from(canonicalJson(evidence as unknown as Json));
      return verifyArchive(await forged(new Map([...contents, ['evidence.json', text]]))).problems.join('\n');
    };
    expect(await forge(() => undefined)).toBe('');
    const payment = ({ payments }: Evidence): Evidence['payments'][number] => {
      if (payments[0] === undefined) throw new Error('no payment');
      return payments[0];
    };
    expect(await forge((evidence) => (payment(evidence).amount = '11.00'))).toContain(
      'its amount is not that of its row',
    );
    expect(
      await forge((evidence) => {
        payment(evidence).amount = '11.00';
        payment(evidence).row[6] = '11.00';
      }),
    ).toContain('its row is not the one that was released');
    expect(await forge((evidence) => (payment(evidence).request = 'e30='))).toContain(
      'not the one that was sent',
    );
    expect(await forge((evidence) => Object.assign(payment(evidence), { state: 'failed' }))).toContain(
      'its state',
    );
    expect(await forge((evidence) => payment(evidence).events.pop())).toContain('its state');
    expect(await forge((evidence) => Object.assign(payment(evidence).events[0] ?? {}, { at: 1 }))).toContain(
      'is not the one that its hash was made of',
    );
  });
});

/** The files whose last packed byte can be changed by a bit without changing what they hold, once for each such bit; each has to be found. */
function sameWhenFlipped(archive: Buffer): string[] {
  const contents = contentsOf(archive);
  const before = verifyArchive(archive).problems;
  const same: string[] = [];
  for (const { name, from, until } of placesIn(archive)) {
    if (name === 'manifest.json' || name === 'seal.json') continue;
    for (let bit = 1; bit < 256; bit *= 2) {
      flip(archive, until - 1, bit);
      if (isUnpackedTo(archive.subarray(from, until), contents.get(name))) {
        same.push(name);
        expect(verifyArchive(archive).problems).toEqual([
          ...before,
          `${name} was packed again: the archive was changed, but not the content of the file.`,
        ]);
      }
      flip(archive, until - 1, bit);
    }
  }
  return same;
}

function isUnpackedTo(packed: Buffer, content: Buffer | undefined): boolean {
  try {
    return content !== undefined && inflateRawSync(packed).equals(content);
  } catch {
    return false;
  }
}

function range(from: number, until: number): number[] {
  return Array.from({ length: until - from }, (_, index) => from + index);
}
