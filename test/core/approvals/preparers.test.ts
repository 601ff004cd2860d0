import { describe, expect, it } from 'vitest';
import type { DecisionDocument, Person } from '../../../contract/approvals/signed-documents.ts';
import { fileOf, readSigned, signDocument } from '../../../main/core/approvals/signed-file.ts';
import { openColleague, type Colleague } from '../../kit/people.ts';
import { oneApproval, openTwoPeople, payoutsElsewhere, prepareElsewhere, enrolBen } from './two-people.ts';

/** The approval that this person gave, with other facts, signed again with the same key by a tool that checks nothing. */
async function signedAgain(
  { keys }: Colleague,
  approval: Uint8Array,
  facts: Partial<DecisionDocument>,
): Promise<Uint8Array> {
  const read = readSigned(approval);
  if (!read.ok || read.value.document.kind !== 'decision') throw new Error('no decision');
  const signed = await signDocument(keys.personalKey, { ...read.value.document, ...facts });
  if (!signed.ok) throw new Error(signed.error.message);
  return fileOf(signed.value);
}

async function personOf({ name, keys }: Colleague): Promise<Person> {
  const key = await keys.personalKey.publicKey();
  if (!key.ok || key.value === null) throw new Error('no key');
  return { name, publicKey: key.value };
}

const unknownRequest = 'a'.repeat(64);

describe('I12: the preparer of a batch', () => {
  it('is the signer of its request, no matter whom an approval names', async () => {
    const two = await openTwoPeople();
    const { office, ann, importFile, release } = two;
    const ben = await enrolBen(two);
    const { batchId, request } = await prepareElsewhere(ann, office);
    await importFile(request);
    const ofBen = await ben.approve(request);
    const byAnn = { approver: await personOf(ann), preparedBy: await personOf(ben) };
    await importFile(await signedAgain(ann, ofBen, byAnn));
    await importFile(await signedAgain(ann, ofBen, { ...byAnn, request: unknownRequest }));
    const { decisions, given } = await office.get('approvals.status', { batchId });
    expect(decisions.map(({ why }) => why)).toEqual([
      'It names somebody else as the person who prepared it.',
      'Nobody approves what they prepared.',
    ]);
    expect(given).toBe(0);
    expect(await release(batchId)).toBe('approvalMissing');
    await importFile(ofBen);
    expect(await release(batchId)).toBe(null);
  });

  it('has to be enrolled if the policy says so, which is proved by a request on this computer, not by an approval alone', async () => {
    const two = await openTwoPeople({ ...oneApproval, enrolledPreparers: true });
    const { office, ann, importFile, release } = two;
    const ben = await enrolBen(two);
    const { batchId, request } = await prepareElsewhere(ben, office);
    const approval = await ann.approve(request);
    // The same rows, prepared where they are released: no request was made for them.
    const { batch } = await office.get('batches.import', {
      fileName: 'payouts.csv',
      bytes: payoutsElsewhere,
    });
    expect(batch.batchId).toBe(batchId);
    await importFile(await signedAgain(ann, approval, { request: unknownRequest }));
    await importFile(approval);
    const { decisions } = await office.get('approvals.status', { batchId });
    expect(decisions.map(({ why }) => why)).toEqual([
      'The request that it answers is not on this computer.',
      'The request that it answers is not on this computer.',
    ]);
    expect(await release(batchId)).toBe('approvalMissing');
    await importFile(request);
    expect(await office.get('approvals.status', { batchId })).toMatchObject({ given: 1 });
    expect(await release(batchId)).toBe(null);
  });

  it('is the signer of its request, whatever the database notes next to it', async () => {
    const two = await openTwoPeople({ ...oneApproval, enrolledPreparers: true });
    const { office, ann, importFile, release, editDatabase } = two;
    const ben = await enrolBen(two);
    const { batchId, request } = await prepareElsewhere(ann, office);
    await importFile(request);
    // Ann approves what she prepared, and names Ben as the one who did, in her approval and in the database.
    const named = { approver: await personOf(ann), preparedBy: await personOf(ben) };
    await importFile(await signedAgain(ann, await ben.approve(request), named));
    const noted = JSON.stringify(named.preparedBy);
    editDatabase(
      `UPDATE approvalFiles SET content = json_set(content, '$.preparedBy', json('${noted}')) WHERE kind = 'request'`,
    );
    expect(await office.get('approvals.status', { batchId })).toMatchObject({
      given: 0,
      request: { preparedBy: { name: 'Ann' } },
    });
    expect(await release(batchId)).toBe('approvalMissing');
    // A request that is made up in the database has no signature of Ben.
    editDatabase(
      `INSERT INTO approvalFiles (kind, batchId, requestHash, hash, content, signedBy, importedAt)
       SELECT kind, batchId, '${unknownRequest}', '${unknownRequest}', content, signedBy, importedAt FROM approvalFiles WHERE kind = 'request'`,
    );
    await importFile(
      await signedAgain(ann, await ben.approve(request), { ...named, request: unknownRequest }),
    );
    expect(await release(batchId)).toBe('approvalMissing');
  });
});

describe('I12: an approver who prepared a batch', () => {
  it('cannot approve the later request of somebody else for the same rows', async () => {
    const two = await openTwoPeople();
    const { office, ann, importFile, release } = two;
    const ben = await enrolBen(two);
    const { batchId, request } = await prepareElsewhere(ann, office);
    await importFile(request);
    // The person who is to release it requests its approval, too.
    const { bytes: again } = await office.get('approvals.request', { batchId, name: 'Otto' });
    await importFile(await ann.approve(again));
    const { decisions, given } = await office.get('approvals.status', { batchId });
    expect({ given, why: decisions[0]?.why }).toEqual({
      given: 0,
      why: 'Nobody approves what they prepared.',
    });
    expect(await release(batchId)).toBe('approvalMissing');
    await importFile(await ben.approve(again));
    expect(await release(batchId)).toBe(null);
  });

  it('still counts for what somebody else prepared, although they requested its approval later', async () => {
    const two = await openTwoPeople();
    const { office, ann, importFile, release } = two;
    const ben = await openColleague(office.parts, 'Ben');
    const { batchId, request } = await prepareElsewhere(ben, office);
    await importFile(request);
    await importFile(await ann.approve(request));
    const later = await prepareElsewhere(ann, office);
    expect(later.batchId).toBe(batchId);
    await importFile(later.request);
    expect(await office.get('approvals.status', { batchId })).toMatchObject({ given: 1 });
    expect(await release(batchId)).toBe(null);
  });
});

it('a rejection is shown with its note, both where the batch is released and where it was prepared', async () => {
  const { office, ann, importFile } = await openTwoPeople();
  const ben = await openColleague(office.parts, 'Ben');
  const { batchId, request } = await prepareElsewhere(ben, office);
  await importFile(request);
  expect(await office.get('approvals.status', { batchId })).toMatchObject({ request: { isRejected: false } });
  const rejection = await ann.reject(request);
  await importFile(rejection);
  const refused = await office.release(batchId);
  expect(refused).toMatchObject({ ok: false, error: { code: 'approvalMissing' } });
  expect(refused.ok ? '' : refused.error.message).toMatch(
    /1 approval needed, 0 given\. Ann rejected a request of it at \S+ \S+ UTC: “Not ours\.”\. /,
  );

  expect(await office.get('approvals.status', { batchId })).toMatchObject({ request: { isRejected: true } });

  expect(await ben.tell('approvals.import', { file: rejection })).toMatchObject({ ok: true });
  expect(await ben.tell('approvals.status', { batchId })).toMatchObject({
    ok: true,
    value: {
      needed: 0,
      request: { isRejected: true },
      decisions: [{ decision: 'reject', note: 'Not ours.', approver: { signedAs: 'Ann' } }],
    },
  });
});
