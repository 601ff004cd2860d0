import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../../contract/canonical-json.ts';
import { hasOpenRequest } from '../../../../main/core/approvals/open-request.ts';
import { createWitnessFile } from '../../../../main/files/index.ts';
import { auditProblems, openIn, restoreBackup, temporaryFolder } from '../../../kit/store.ts';
import { oneApproval, openTwoPeople, releaseOn } from '../../approvals/two-people.ts';
import { newAuditKey } from '../../maintenance/records.ts';
import { contentsOf, forged, packOf, seeded, smallPack, verifyArchive, type Json } from './packs.ts';

/** What people signed, and the lines of the witness file, as a pack holds them. */
type Signed = {
  batches: {
    approvals: {
      files: { kind: string; hash: string; signed: string }[];
      controls: { signed: string } | null;
    };
    events: { to: string; actor: string | null }[];
  }[];
  witness: string[];
};

describe('an evidence pack of an approved batch', () => {
  it('contains the request, the approval, the policy in force and the witness lines, and says who signed', async () => {
    const { isWhole, notes } = verifyArchive(await smallPack());
    expect(isWhole).toBe(true);
    const said = notes.join('\n');
    expect(said).toMatch(
      /: approval requested by a key that is not enrolled \(signed as “Otto”\), with the personal key [a-z2-9]{4}( [a-z2-9]{4}){7}\./,
    );
    expect(said).toMatch(/: approved by Ann, with the personal key [a-z2-9]{4}( [a-z2-9]{4}){7}\./);
    expect(said).toMatch(/\d+ lines? of the witness file agree/);
  });

  it('is found inconsistent after a forgery of the signed files or of the witness file', async () => {
    const contents = contentsOf(await smallPack());
    const forge = async (change: (signed: Signed) => void): Promise<string> => {
      const evidence = JSON.parse(String(contents.get('evidence.json'))) as Signed;
      change(evidence);
      const text = Buffer.from(canonicalJson(evidence as unknown as Json));
      return verifyArchive(await forged(new Map([...contents, ['evidence.json', text]]))).problems.join('\n');
    };
    const approvals = ({ batches }: Signed) => batches[0]?.approvals ?? { files: [], controls: null };
    const flipped = (text: string, at: number): string =>
      `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
    expect(await forge(() => undefined)).toBe('');
    const random = seeded(5);
    for (let count = 0; count < 60; count += 1) {
      const which = count % 3;
      const found = await forge((evidence) => {
        const held = which === 2 ? approvals(evidence).controls : approvals(evidence).files[which];
        if (held != null) held.signed = flipped(held.signed, random(held.signed.length));
      });
      expect(found, `signed file ${which}`).toMatch(/was changed: its signature does not match/);
    }
    expect(await forge((evidence) => approvals(evidence).files.pop())).toMatch(
      /a signed file that event \d+ names is missing/,
    );
    expect(
      await forge(
        (evidence) => void approvals(evidence).files.splice(0, 2, ...approvals(evidence).files.toReversed()),
      ),
    ).toBe('');
    expect(
      await forge((evidence) => {
        for (const file of approvals(evidence).files) file.kind = 'rejection';
      }),
    ).toMatch(/is of another kind/);
    expect(await forge((evidence) => Object.assign(evidence.batches[0] ?? {}, { rowsHash: 'x' }))).toMatch(
      /a signed file is about other rows/,
    );
    expect(await forge(({ witness }) => (witness[0] = flipped(witness[0] ?? '', 40)))).toMatch(
      /line 1 of the witness file/,
    );
  });

  it('of a release says who did it, on paper and in the log', async () => {
    const evidence = JSON.parse(String(contentsOf(await smallPack()).get('evidence.json'))) as Signed;
    const released = evidence.batches[0]?.events.find(({ to }) => to === 'releasing');
    expect(JSON.parse(released?.actor ?? '{}')).toEqual({ name: 'Otto Lund', user: 'otto' });
  });
});

it('a pack has the policy that was in force at the release by the log, whatever this computer’s clock said', async () => {
  const { office, ann, prepare, release } = await openTwoPeople(undefined, {
    evidence: { auditKey: newAuditKey(), witnessFile: createWitnessFile() },
  });
  const hourMs = 3_600_000;
  const policyIn = async (batchId: string): Promise<string | undefined> => {
    const evidence = contentsOf(await packOf(office, { kind: 'batch', batchId })).get('evidence.json');
    return (JSON.parse(String(evidence)) as Signed).batches[0]?.approvals.controls?.signed;
  };
  const newest = (): string | undefined => office.store.listControls()[0]?.content;
  // A clock that is a day ahead is put right after the policy was set.
  office.wait(24 * hourMs);
  await office.get('policies.set', { policy: { ...oneApproval, otherwise: 1 } });
  office.wait(-24 * hourMs);
  const { batchId, request } = await prepare();
  await office.get('approvals.import', { file: await ann.approve(request) });
  const atRelease = newest();
  expect(await policyIn(batchId)).toBe(atRelease);
  expect(await release(batchId)).toBeNull();
  office.wait(-2 * hourMs);
  await office.get('policies.set', { policy: { ...oneApproval, otherwise: 1, enrolledPreparers: true } });
  expect(newest()).not.toBe(atRelease);
  expect(await policyIn(batchId)).toBe(atRelease);
});

it('a pack has the policy that was in force at the release also where a restored backup did not have it, and only its copy was left', async () => {
  const evidence = { auditKey: newAuditKey(), witnessFile: createWitnessFile() };
  const { office, keys, ann, prepare } = await openTwoPeople(undefined, { evidence, isOnDisk: true });
  const { batchId, request } = await prepare();
  await office.get('approvals.import', { file: await ann.approve(request) });
  const directory = temporaryFolder();
  const backupPath = path.join(office.directory, 'before.sqlite');
  await office.get('data.backup', { path: backupPath });
  await office.get('policies.set', { policy: { ...oneApproval, otherwise: 1 } });
  const inForce = office.store.listControls()[0]?.content ?? '';
  writeFileSync(path.join(directory, 'bursar.controls'), inForce);
  expect((await restoreBackup({ directory, backupPath, at: office.now() })).ok).toBe(true);
  const store = openIn(directory);
  const { dispatch, call, released } = await releaseOn(store, { office, keys }, batchId, evidence);
  expect(released).toMatchObject({ ok: true });
  const pack = await dispatch('evidence.create', { subject: { kind: 'batch', batchId } }, call);
  if (!pack.ok) throw new Error(pack.error.message);
  const found = contentsOf(Buffer.from(pack.value.bytes)).get('evidence.json');
  expect((JSON.parse(String(found)) as Signed).batches[0]?.approvals.controls?.signed).toBe(inForce);
  expect(verifyArchive(pack.value.bytes).problems).toEqual([]);
  expect(auditProblems(store)).toEqual([]);
});

it('a pack of a draft that was prepared again with another callback address holds what was signed about its rows alone', async () => {
  const { office, ann, prepare, release } = await openTwoPeople(undefined, {
    evidence: { auditKey: newAuditKey(), witnessFile: createWitnessFile() },
  });
  const before = await prepare();
  await office.get('approvals.import', { file: await ann.approve(before.request) });
  await office.get('profiles.edit', { name: 'main', callbackUrl: 'https://merchant.example/other' });
  const { batchId, rowsHash } = await office.draft(['100.00']);
  expect(batchId).toBe(before.batchId);
  // The request for the rows before is not the one that waits now.
  expect(await office.get('approvals.status', { batchId })).toMatchObject({ request: null });
  expect(hasOpenRequest(office.store, { batchId, rowsHash }, office.now())).toBe(false);
  // Kept, in case those rows come back, but nothing that happened to these.
  const late = await office.tell('approvals.import', { file: await ann.reject(before.request) });
  expect(late).toMatchObject({ error: { message: expect.stringContaining('The rejection is kept') } });
  const { bytes } = await office.get('approvals.request', { batchId, name: 'Otto' });
  await office.get('approvals.import', { file: await ann.approve(bytes) });
  expect(await release(batchId)).toBeNull();
  const { problems, notes } = verifyArchive(await packOf(office, { kind: 'batch', batchId }));
  expect(problems).toEqual([]);
  expect(notes.filter((note) => note.includes('approved by Ann'))).toHaveLength(1);
});
