import { describe, expect, it } from 'vitest';
import { hourMs } from '../../../contract/duration.ts';
import { noApprovalPolicy } from '../../../contract/approvals/approval-policy.ts';
import { untilText } from '../../../contract/text/approvals.ts';
import { systemClock } from '../../../main/system.ts';
import { must } from '../../kit/sheet-desk.ts';
import { other, painMessage } from '../../files/messages/pain-001.ts';
import { callbackUrl, merchantCode, register, type Office } from '../../kit/office.ts';
import { openColleague, type Colleague } from '../../kit/people.ts';
import { openTwoPeople, payoutsElsewhere, prepareElsewhere } from './two-people.ts';

/** A request for the rows of `payoutsElsewhere`, from a colleague whose own Bursar released them before. */
async function requestAfterRelease({ tell, name }: Colleague, office: Office): Promise<Uint8Array> {
  const { publicKey } = must(
    await tell('profiles.add', {
      name: 'sends',
      environment: 'sandbox',
      baseUrl: office.sandbox.url,
      merchantCode,
      callbackUrl,
      key: { kind: 'generate', modulusBits: 2048 },
    }),
  );
  register(office.sandbox, publicKey?.pem ?? '');
  const file = { fileName: 'payouts.csv', bytes: payoutsElsewhere };
  const { batchId, rowsHash } = must(await tell('batches.import', file)).batch;
  must(await tell('batches.release', { batchId, rowsHash }));
  const again = must(await tell('batches.import', file)).batch;
  return must(await tell('approvals.request', { batchId: again.batchId, name })).bytes;
}

describe('an approval request', () => {
  it('is shown with the draft until it is withdrawn, once', async () => {
    const { office, prepare } = await openTwoPeople();
    const { batchId } = await prepare();
    const status = () => office.get('approvals.status', { batchId });
    expect((await status()).request).toMatchObject({
      preparedBy: { name: 'Otto', isEnrolled: false },
      isExpired: false,
      isOwn: true,
    });
    office.wait(8 * 24 * 3_600_000);
    expect((await status()).request).toMatchObject({ isExpired: true });
    await office.get('approvals.withdraw', { batchId });
    expect((await status()).request).toBe(null);
    expect(await office.tell('approvals.withdraw', { batchId })).toMatchObject({
      ok: false,
      error: { code: 'notFound' },
    });
    await office.get('approvals.request', { batchId });
    expect((await status()).request).toMatchObject({ isExpired: false });
  });

  it('is what a release without approvals asks for, and once it is made, for the answers to it until it expires', async () => {
    const { office, prepare } = await openTwoPeople();
    const { batchId } = await office.draft(['100.00']);
    const lacks = async (draftId: string): Promise<string> => {
      const refused = await office.release(draftId);
      return refused.ok ? '' : refused.error.message;
    };
    expect(await lacks(batchId)).toContain('Save an approval request');
    const prepared = await prepare(['200.00']);
    expect(await lacks(prepared.batchId)).toMatch(/given\. Import the approvals of its request/);
    office.wait(8 * 24 * hourMs);
    expect(await lacks(prepared.batchId)).toContain('Save an approval request');
  });

  it('made twice is withdrawn twice, and until then is still open', async () => {
    const { office, ann, importFile, release } = await openTwoPeople();
    const { batchId } = await office.draft(['100.00']);
    const [first, second] = [
      await office.get('approvals.request', { batchId }),
      await office.get('approvals.request', { batchId }),
    ];
    await importFile(await ann.approve(first.bytes));
    const withdraw = () => office.tell('approvals.withdraw', { batchId });
    expect(await withdraw()).toMatchObject({
      value: { requestHash: second.requestHash, isAnotherOpen: true },
    });
    const status = await office.get('approvals.status', { batchId });
    expect(status).toMatchObject({ given: 1, request: { isOwn: true } });
    expect(await withdraw()).toMatchObject({
      value: { requestHash: first.requestHash, isAnotherOpen: false },
    });
    expect(await release(batchId)).toBe('approvalMissing');
    expect(await withdraw()).toMatchObject({ ok: false, error: { code: 'notFound' } });
  });

  it('that was decided says so when it is opened again where that is on record, until the approval expires', async () => {
    const { office, ann, importFile } = await openTwoPeople();
    const { request: file } = await prepareElsewhere(ann, office);
    const shown = async () => {
      const found = await office.get('approvals.show', { file });
      return found.kind === 'request' ? found.ownDecision : found;
    };
    expect(await shown()).toBe(null);
    // What somebody else decided is not this person's decision.
    await importFile(file);
    const ben = await openColleague(office.parts, 'Ben');
    await importFile(await ben.approve(file));
    expect(await shown()).toBe(null);
    await office.get('approvals.decide', { file, decision: 'reject', note: 'No.', name: 'Otto' });
    expect(await shown()).toMatchObject({ decision: 'reject' });
    office.wait(1000);
    const { expiresAt } = await office.get('approvals.decide', { file, decision: 'approve' });
    expect(await shown()).toMatchObject({ decision: 'approve', expiresAt });
    // An answer names its batch as it is called where it is opened; elsewhere only its ID is known.
    const answer = await ben.approve(file);
    const named = async (at: Pick<Colleague, 'tell'>) => {
      const found = must(await at.tell('approvals.show', { file: answer }));
      return found.kind === 'decision' ? found.fileName : found;
    };
    expect(await named(ann)).toMatch(/\.csv$/);
    expect(await named(ben)).toBe(null);
    office.wait(8 * 24 * hourMs);
    expect(await shown()).toBe(null);
  });

  it('is not decided with a note that is not valid Unicode, which cannot be signed', async () => {
    const { ann, prepare } = await openTwoPeople();
    const { request: file } = await prepare();
    for (const decision of ['approve', 'reject'] as const)
      expect(await ann.tell('approvals.decide', { file, decision, note: 'No \ud83d' })).toMatchObject({
        error: { code: 'inputInvalid' },
      });
  });

  it('that was rejected does not become the open one when a later one is withdrawn', async () => {
    const { office, ann, prepare, importFile } = await openTwoPeople();
    const { batchId, request } = await prepare();
    await importFile(await ann.reject(request));
    expect((await office.get('approvals.status', { batchId })).request).not.toBeNull();
    await office.get('approvals.request', { batchId });
    expect(await office.get('approvals.withdraw', { batchId })).toMatchObject({ isAnotherOpen: false });
    expect((await office.get('approvals.status', { batchId })).request).toBeNull();
  });

  it('can be approved until it expires, and an approval given by then counts until the approval itself expires', async () => {
    const { office, ann, prepare, importFile, release } = await openTwoPeople();
    const { batchId } = await office.draft(['100.00']);
    const { bytes } = await office.get('approvals.request', { batchId, name: 'Otto', validHours: 1 });
    await importFile(await ann.approve(bytes));
    office.wait(2 * hourMs);
    const status = await office.get('approvals.status', { batchId });
    expect(status).toMatchObject({ isReleasable: true, message: null, request: { isExpired: true } });
    expect(untilText(true)).toBe('could be approved until');
    expect(await release(batchId)).toBeNull();
    const late = await prepare(['200.00']);
    office.wait(8 * 24 * hourMs);
    await expect(ann.approve(late.request)).rejects.toThrow(/expired at \d{4}-\d\d-\d\d \d\d:\d\d UTC\./);
  });

  it('whose approval ends before a scheduled release is not called expired', async () => {
    const { office, ann, prepare, importFile } = await openTwoPeople();
    const { batchId, request } = await prepare();
    await importFile(await ann.approve(request, 24));
    const at = new Date(systemClock.now() + 48 * hourMs).toISOString();
    const rowsHash = office.store.findBatch(batchId)?.rowsHash ?? '';
    const told = await office.tell('batches.release', { batchId, rowsHash, confirmed: null, at });
    expect(told).toMatchObject({ ok: false, error: { code: 'approvalMissing' } });
    expect(told.ok ? '' : told.error.message).toMatch(
      /It is valid only until \d{4}-\d\d-\d\d \d\d:\d\d UTC, not at \d{4}-\d\d-\d\d \d\d:\d\d UTC\./,
    );
    expect(told.ok ? '' : told.error.message).not.toContain('expired');
  });

  it('imported here creates a discarded draft again, and says that something is new', async () => {
    const { office, importFile } = await openTwoPeople();
    const { batchId, request } = await prepareElsewhere(await openColleague(office.parts, 'Ben'), office);
    const isNew = async () => {
      const imported = await importFile(request);
      return imported.ok && imported.value;
    };
    expect(await isNew()).toMatchObject({ isNew: true });
    expect(await isNew()).toMatchObject({ isNew: false });
    office.store.takeBackDraft(batchId, 100, office.now());
    expect(await isNew()).toMatchObject({ isNew: true });
    expect(office.store.findBatch(batchId)).toMatchObject({ state: 'draft' });
  });

  it('that cannot be imported leaves a draft of the same rows, and its schedule, as they are', async () => {
    const { office } = await openTwoPeople(noApprovalPolicy);
    const file = { fileName: 'payouts.csv', bytes: payoutsElsewhere };
    const { batchId, rowsHash } = (await office.get('batches.import', file)).batch;
    const at = new Date(systemClock.now() + hourMs).toISOString();
    await office.get('batches.release', { batchId, rowsHash, confirmed: null, at });
    const ben = await openColleague(office.parts, 'Ben');
    const request = await requestAfterRelease(ben, office);
    expect(await office.tell('approvals.import', { file: request })).toMatchObject({
      ok: false,
      error: { code: 'releaseChanged' },
    });
    expect(office.store.findBatch(batchId)).toMatchObject({
      state: 'draft',
      scheduledFor: Date.parse(at),
      rowsHash,
    });
  });

  it('of a payment file is imported once the file was prepared here too, and until then says why it is not', async () => {
    const { office, importFile } = await openTwoPeople();
    const ben = await openColleague(office.parts, 'Ben');
    await prepareElsewhere(ben, office);
    const payment = { endToEndId: 'one', account: other('A-1') };
    const file = {
      fileName: 'payroll.xml',
      bytes: new TextEncoder().encode(painMessage({ groups: [{ payments: [payment] }] })),
      methodRules: [{ when: {}, paymentMethodCode: 'BANK_TRANSFER' }],
    };
    const { batchId } = must(await ben.tell('batches.import', file)).batch;
    const { bytes } = must(await ben.tell('approvals.request', { batchId, name: 'Ben' }));
    expect(await importFile(bytes)).toMatchObject({
      ok: false,
      error: { code: 'releaseChanged', message: expect.stringContaining('payment file (pain.001)') },
    });
    expect((await office.get('batches.import', file)).batch.batchId).toBe(batchId);
    expect(await importFile(bytes)).toMatchObject({ ok: true, value: { batchId, isNew: true } });
  });

  it('of somebody else is not withdrawn here', async () => {
    const { office } = await openTwoPeople();
    const ben = await openColleague(office.parts, 'Ben');
    const { batchId, request } = await prepareElsewhere(ben, office);
    await office.get('approvals.import', { file: request });
    expect((await office.get('approvals.status', { batchId })).request).toMatchObject({
      preparedBy: { name: 'Ben' },
      isOwn: false,
    });
    expect(await office.tell('approvals.withdraw', { batchId })).toMatchObject({
      ok: false,
      error: { code: 'policyBlocks' },
    });
  });

  it('names in the report of its batch who prepared it, and who imported it here', async () => {
    const { office } = await openTwoPeople();
    const ben = await openColleague(office.parts, 'Ben');
    const { batchId, request } = await prepareElsewhere(ben, office);
    await office.get('approvals.import', { file: request });
    const { preparedBy } = await office.get('batches.show', { batchId });
    expect(preparedBy).toMatch(
      /^a key that is not enrolled \(signed as “Ben”\) \(fingerprint ([a-z2-9]{4} ?){8}\), imported here$/,
    );
    const { office: second, ann } = await openTwoPeople();
    const anns = await prepareElsewhere(ann, second);
    await second.get('approvals.import', { file: anns.request });
    expect((await second.get('batches.show', { batchId: anns.batchId })).preparedBy).toMatch(
      /^Ann \(fingerprint /,
    );
    const own = await office.draft(['100.00']);
    await office.get('approvals.request', { batchId: own.batchId, name: 'Otto' });
    expect((await office.get('batches.show', { batchId: own.batchId })).preparedBy).toBeNull();
  });

  it('is signed under the name in the settings, if the person never signed under another', async () => {
    const { office } = await openTwoPeople();
    await office.get('settings.change', { personName: 'Olga Orlova' });
    const { batchId } = await office.draft(['100.00']);
    const signerOf = async (): Promise<string> => {
      const { bytes } = await office.get('approvals.request', { batchId });
      const shown = await office.get('approvals.show', { file: bytes });
      return 'preparedBy' in shown ? shown.preparedBy.name : '';
    };
    expect(await signerOf()).toBe('Olga Orlova');
    await office.get('approvals.request', { batchId, name: 'Otto' });
    expect(await signerOf()).toBe('Otto');
  });
});

it('a prepare-only profile never asks for a key: it is tested and checked on the computer with the key', async () => {
  const { office } = await openTwoPeople();
  const ben = await openColleague(office.parts, 'Ben');
  const { batchId } = await prepareElsewhere(ben, office);
  const tested = await ben.tell('profiles.test', {});
  expect(tested).toMatchObject({ ok: false, error: { code: 'keyMissing' } });
  const checked = await ben.tell('batches.findings', { batchId });
  const said = JSON.stringify([tested, checked]);
  expect(said).toContain('is prepare-only: this computer has no key');
  expect(said).not.toMatch(/Generate or import|--key-file/);
});

it('a prepare-only profile queues no payin or top-up, which nobody could send or end', async () => {
  const { office } = await openTwoPeople();
  const ben = await openColleague(office.parts, 'Ben');
  await prepareElsewhere(ben, office);
  const money = { amount: '12.50', currencyCode: 'EUR' };
  for (const kind of ['payins', 'topups'] as const)
    expect(
      await ben.tell(`${kind}.create`, { profileName: 'prepares', money, paymentMethodCode: 'SEPA' }),
    ).toMatchObject({ ok: false, error: { code: 'keyMissing', details: { isPrepareOnly: true } } });
  expect(await ben.tell('incoming.list', { limit: 1 })).toMatchObject({ ok: true, value: { payments: [] } });
});

it('a prepare-only profile is not given a key later either', async () => {
  const { office } = await openTwoPeople();
  const ben = await openColleague(office.parts, 'Ben');
  const { batchId } = await prepareElsewhere(ben, office);
  const key = { kind: 'generate', modulusBits: 2048 } as const;
  const name = 'prepares';
  expect(await ben.tell('profiles.replaceKey', { name, key })).toMatchObject({
    ok: false,
    error: { code: 'inputInvalid', message: expect.stringContaining('remove it, and add it again') },
  });
  // What it says to do instead works.
  await ben.tell('batches.cancel', { batchId });
  expect(await ben.tell('profiles.remove', { name })).toMatchObject({ ok: true });
  const { url: baseUrl } = office.sandbox;
  const added = { name, environment: 'sandbox', baseUrl, merchantCode, callbackUrl, key } as const;
  expect(await ben.tell('profiles.add', added)).toMatchObject({
    value: { profile: { isPrepareOnly: false, hasStoredKey: true } },
  });
});
