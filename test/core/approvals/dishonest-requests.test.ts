import { describe, expect, it } from 'vitest';
import type { CheckFinding } from '../../../contract/batches/batch-findings.ts';
import type { BatchRequestDocument } from '../../../contract/approvals/signed-documents.ts';
import { PayeeFindingKind } from '../../../contract/payees/findings.ts';
import { requestLines } from '../../../main/core/approvals/request-lines.ts';
import { fileOf, readSigned, signDocument } from '../../../main/core/approvals/signed-file.ts';
import { hourMs } from '../../../contract/duration.ts';
import { openColleague, type Colleague } from '../../kit/people.ts';
import { pay } from '../payees/payouts-to.ts';
import { openTwoPeople, prepareElsewhere, type TwoPeople } from './two-people.ts';

/** An office that paid Payee to ACC-9, and a colleague who prepares a payout to ACC-1 for that name, by a list of payees with ACC-9. */
async function openPreparer(): Promise<TwoPeople & { readonly mallory: Colleague }> {
  const people = await openTwoPeople();
  await pay(people.office, [['5.00', 'Payee', 'ACC-9']]);
  await people.office.get('settings.change', { payeePolicy: { changedDetails: 'block' } });
  return { ...people, mallory: await openColleague(people.office.parts, 'Mallory') };
}

async function prepareWithList({ office, mallory }: TwoPeople & { readonly mallory: Colleague }) {
  const prepared = await prepareElsewhere(mallory, office);
  const bytes = new TextEncoder().encode('accountName,accountNumber\nPayee,ACC-9\n');
  const list = { profileName: 'prepares', fileName: 'list.csv', bytes, verifiedBy: null };
  expect((await mallory.tell('payees.import', list)).ok).toBe(true);
  const { batchId } = prepared;
  const request = await mallory.tell('approvals.request', { batchId, name: mallory.name });
  if (!request.ok) throw new Error(request.error.message);
  return { batchId, request: request.value.bytes };
}

function documentOf(request: Uint8Array): BatchRequestDocument {
  const read = readSigned(request);
  if (!read.ok || read.value.document.kind !== 'request') throw new Error('no request');
  return read.value.document;
}

function payeeFindings(request: Uint8Array): CheckFinding[] {
  return documentOf(request).findings.filter(({ kind }) => PayeeFindingKind.safeParse(kind).success);
}

/** The request as other software with the genuine key of the preparer signs it. */
async function forged(
  { keys }: Colleague,
  request: Uint8Array,
  change: (finding: CheckFinding) => CheckFinding[],
): Promise<Uint8Array> {
  const document = documentOf(request);
  const findings = payeeFindings(request).flatMap(change);
  const signed = await signDocument(keys.personalKey, { ...document, findings });
  if (!signed.ok) throw new Error(signed.error.message);
  return fileOf(signed.value);
}

type Known = Record<string, unknown>;
const known = (finding: CheckFinding, change: Known): CheckFinding[] => {
  const [first] = finding.evidence['known'] as Known[];
  return [{ ...finding, evidence: { ...finding.evidence, known: [{ ...first, ...change }] } }];
};
const evidence = (finding: CheckFinding, change: Known): CheckFinding[] => [
  { ...finding, evidence: { ...finding.evidence, ...change } },
];

describe('a finding that blocks the release', () => {
  it('is lifted by the approval of a request that shows it, made on another computer', async () => {
    const people = await openPreparer();
    const { batchId, request } = await prepareWithList(people);
    await people.importFile(request);
    expect(await people.release(batchId)).toBe('policyBlocks');
    await people.importFile(await people.ann.approve(request));
    expect(await people.release(batchId)).toBeNull();
  });

  it.each<[string, (finding: CheckFinding) => CheckFinding[], RegExp]>([
    ['as a note only', (found) => [{ ...found, level: 'info' }], /shows this as a note only/],
    ['not at all', () => [], /never paid to ACC-1; known: Payee, ACC-9 .*\.$/],
    ['of another kind', (found) => [{ ...found, kind: 'newPayee' }], /never paid to ACC-1/],
    ['of another row', (found) => [{ ...found, row: 2 }], /never paid to ACC-1/],
    [
      'with another account as the known one',
      (found) => known(found, { account: 'ACC-1' }),
      /says something else/,
    ],
    [
      'with another name as the known one',
      (found) => known(found, { names: ['Trial'] }),
      /says something else/,
    ],
    ['without a known payee', (found) => evidence(found, { known: [] }), /says something else/],
    ['as paid before', (found) => evidence(found, { paidSoFar: '900.00' }), /says something else/],
    [
      'as verified',
      (found) => evidence(found, { countsFrom: '2026-01-01T00:00:00.000Z' }),
      /says something else/,
    ],
    ['on grounds that cannot be read', (found) => [{ ...found, evidence: {} }], /says something else/],
  ])('stays if the approved request shows it %s', async (_how, change, why) => {
    const people = await openPreparer();
    const { batchId, request } = await prepareWithList(people);
    const file = await forged(people.mallory, request, change);
    await people.importFile(file);
    await people.importFile(await people.ann.approve(file));
    expect(await people.office.get('approvals.status', { batchId })).toMatchObject({
      given: 1,
      message: null,
    });
    const refused = await people.office.release(batchId);
    if (refused.ok) expect.fail('released');
    expect(refused.error.code).toBe('policyBlocks');
    expect(refused.error.message).toContain('a request that is saved on this computer');
    expect(refused.error.details.problems).toEqual([{ message: expect.stringMatching(why) }]);
    expect(people.sent()).toBe(1);
  });

  it('is shown to the approver in the words of their own Bursar, whatever the request says of it', async () => {
    const people = await openPreparer();
    const { request } = await prepareWithList(people);
    const message = 'Checked: Kim called Payee, ACC-1 is theirs.';
    const lying = await forged(people.mallory, request, (found) => [{ ...found, message }]);
    const said = 'Changed bank details: Payee was never paid to ACC-1; known: Payee, ACC-9.';
    expect(await people.ann.tell('approvals.show', { file: lying })).toMatchObject({
      ok: true,
      value: { findings: [{ level: 'warn', message: said }] },
    });
    expect(await requestLines(lying, people.office.parts.clock)).toContain(`Finding: ${said}`);
    const empty = await forged(people.mallory, request, (found) => [{ ...found, message, evidence: {} }]);
    expect(await people.ann.tell('approvals.show', { file: empty })).toMatchObject({
      ok: true,
      value: { findings: [{ message: expect.stringContaining('so an approval does not lift it') }] },
    });
  });

  it('of a payee that is only a note where it was prepared is lifted by a request that is saved where it blocks, by the same approver', async () => {
    const people = await openTwoPeople();
    const { office, ann } = people;
    await office.get('settings.change', { payeePolicy: { newPayee: 'block' } });
    const preparer = await openColleague(office.parts, 'Bo');
    const { batchId, request } = await prepareElsewhere(preparer, office);
    expect(payeeFindings(request)).toMatchObject([{ kind: 'newPayee', level: 'info' }]);
    await people.importFile(request);
    await people.importFile(await ann.approve(request));
    expect(await people.release(batchId)).toBe('policyBlocks');
    const { bytes } = await office.get('approvals.request', { batchId, name: 'Otto' });
    expect(payeeFindings(bytes)).toMatchObject([{ kind: 'newPayee', level: 'block' }]);
    await people.importFile(await ann.approve(bytes));
    expect(await office.get('approvals.status', { batchId })).toMatchObject({ given: 1 });
    expect(await people.release(batchId)).toBeNull();
  });

  it('is not lifted by an approval that has expired by the gateway’s clock, where no approval is needed for the amount', async () => {
    const people = await openTwoPeople();
    const { office, ann } = people;
    await office.get('settings.change', { payeePolicy: { newPayee: 'block' } });
    // Approved an hour and more ago, by clocks that were right then; this computer's is set back for the release.
    office.wait(-2 * hourMs);
    const { batchId, request } = await people.prepare(['5.00']);
    await people.importFile(await ann.approve(request, 1));
    expect(await office.get('approvals.status', { batchId })).toMatchObject({ needed: 0 });
    expect(await people.release(batchId)).toBe('policyBlocks');
  });
});

it('an unusual amount is lifted only by a request whose numbers make it unusual', async () => {
  const people = await openTwoPeople();
  const { office, ann } = people;
  for (const amount of ['1.00', '1.10', '1.20']) await pay(office, [[amount, 'Payee', 'ACC-0']]);
  await office.get('settings.change', { payeePolicy: { unusualAmount: 'block' } });
  const { batchId, request } = await people.prepare(['100.00']);
  const [finding] = payeeFindings(request);
  expect(finding).toMatchObject({ kind: 'unusualAmount', level: 'block' });
  const mallory = await openColleague(office.parts, 'Mallory');
  const document = documentOf(request);
  const key = await mallory.keys.personalKey.sign(new Uint8Array());
  if (!key.ok || finding === undefined) throw new Error('no key');
  const totals = [{ currencyCode: 'EUR', amount: '290.00', count: 3 }];
  const lying = {
    ...document,
    preparedBy: { name: 'Mallory', publicKey: key.value.publicKey },
    findings: known(finding, { totals }),
  };
  const signed = await signDocument(mallory.keys.personalKey, lying);
  if (!signed.ok) throw new Error(signed.error.message);
  await people.importFile(fileOf(signed.value));
  await people.importFile(await ann.approve(fileOf(signed.value)));
  expect(await people.release(batchId)).toBe('policyBlocks');
  await people.importFile(await ann.approve(request));
  expect(await people.release(batchId)).toBeNull();
});
