import { describe, expect, it } from 'vitest';
import { policyLines } from '../../../contract/text/approvals.ts';
import { ApprovalPolicy, noApprovalPolicy } from '../../../contract/approvals/approval-policy.ts';
import { createCore } from '../../../main/core/core.ts';
import { createDispatch } from '../../../main/dispatch.ts';
import { createMemoryApprovalKeys } from '../../../main/keys/index.ts';
import { openOffice } from '../../kit/office.ts';
import { openColleague } from '../../kit/people.ts';
import { oneApproval, openTwoPeople, prepareElsewhere, enrolBen } from './two-people.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe('I12: if a policy requires an approval', () => {
  it('a batch is released with it, sent and paid, and not before', async () => {
    const { office, ann, prepare, importFile, release } = await openTwoPeople();
    const { batchId, request } = await prepare();
    expect(await release(batchId)).toBe('approvalMissing');
    expect(await office.get('approvals.status', { batchId })).toMatchObject({
      needed: 1,
      given: 0,
      isReleasable: false,
    });

    expect(await importFile(await ann.approve(request))).toMatchObject({
      ok: true,
      value: { kind: 'approval', isNew: true },
    });
    expect(await office.get('approvals.status', { batchId })).toMatchObject({
      needed: 1,
      given: 1,
      isReleasable: true,
      message: null,
    });
    expect(await release(batchId)).toBe(null);
    await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 60_000 });
    expect(office.countOf(batchId, 'paid')).toBe(1);
  });

  it('does not block below the amount', async () => {
    const { prepare, release } = await openTwoPeople();
    expect(await release((await prepare(['9.99'])).batchId)).toBe(null);
  });

  it('--yes does not release without it: whatever is confirmed, the approval is missing', async () => {
    const { prepare, release } = await openTwoPeople();
    expect(await release((await prepare()).batchId)).toBe('approvalMissing');
  });

  it('the loopback page does not release without it: its calls pass the same dispatch', async () => {
    const { office, keys, prepare } = await openTwoPeople();
    const { batchId } = await prepare();
    const page = createDispatch(
      await createCore({ ...office.parts, servesLive: false }, undefined, undefined, undefined, keys),
    );
    const call = {
      signal: new AbortController().signal,
      confirm: () => Promise.resolve(true),
      confirmChange: () => Promise.resolve({ ok: true, value: null } as const),
    };
    const rowsHash = office.store.findBatch(batchId)?.rowsHash ?? '';
    expect(await page('batches.release', { batchId, rowsHash }, call)).toMatchObject({
      ok: false,
      error: { code: 'approvalMissing' },
    });
  });

  it('another profile of the merchant, at another gateway address or in different case, needs it too', async () => {
    const { office, release } = await openTwoPeople();
    const { profile } = await office.get('profiles.show', { profileName: 'main' });
    const { merchantCode, baseUrl } = profile;
    const other = baseUrl.replace('127.0.0.1', 'localhost');
    expect(other).not.toBe(baseUrl);
    const bytes = new TextEncoder().encode(
      'amount,currencyCode,paymentMethodCode,accountName,accountNumber\n500.00,EUR,BANK_TRANSFER,Eve,ACC-9',
    );
    for (const [name, code] of [
      ['second', merchantCode],
      ['third', merchantCode.toLowerCase()],
    ] as const) {
      await office.get('profiles.add', {
        name,
        environment: 'sandbox',
        baseUrl: other,
        merchantCode: code,
        callbackUrl: 'https://merchant.example/callbacks',
        key: { kind: 'generate', modulusBits: 2048 },
      });
      const file = { profileName: name, fileName: `${name}.csv`, bytes };
      const { batch } = await office.get('batches.import', file);
      expect(await release(batch.batchId)).toBe('approvalMissing');
      const shown = await office.get('policies.show', { profileName: name });
      expect(shown).toMatchObject({
        rules: [],
        alsoInForce: [{ merchant: { baseUrl }, policy: oneApproval }],
      });
      expect(policyLines(shown).join(' ')).not.toContain('no approval');
      expect(policyLines(shown).join(' ')).toContain('1 approval for a batch of 10.00 EUR or more');
    }
    expect((await office.get('policies.show', { profileName: 'main' })).alsoInForce).toEqual([]);
  });

  it('an approval of another batch does not count, even if inserted into the records of this one', async () => {
    const { office, ann, prepare, importFile, release } = await openTwoPeople();
    const first = await prepare(['100.00']);
    const second = await prepare(['200.00']);
    expect(await importFile(await ann.approve(first.request))).toMatchObject({ ok: true });
    expect(await release(second.batchId)).toBe('approvalMissing');

    const file = office.store.approvalFilesOf(first.batchId).find(({ kind }) => kind === 'approval');
    if (file === undefined) throw new Error('no approval was kept');
    office.store.addApprovalFile({ ...file, batchId: second.batchId, hash: 'another', signer: null, at: 1 });
    expect(await release(second.batchId)).toBe('approvalMissing');
    const { decisions } = await office.get('approvals.status', { batchId: second.batchId });
    expect(decisions).toMatchObject([
      { counts: false, why: 'It is for another profile, batch or set of rows.' },
    ]);
  });

  it('an approval for another profile does not count: it has another merchant at the gateway', async () => {
    const { office, ann, prepare, importFile, release, editDatabase } = await openTwoPeople();
    const { batchId, request } = await prepare();
    await importFile(await ann.approve(request));
    editDatabase(`UPDATE profiles SET merchantCode = lower(merchantCode);
      UPDATE events SET facts = json_set(facts, '$.profile.merchantCode', lower(facts ->> '$.profile.merchantCode'))
      WHERE entity = 'profile'`);
    expect(await release(batchId)).toBe('approvalMissing');
    const { decisions } = await office.get('approvals.status', { batchId });
    expect(decisions).toMatchObject([{ counts: false }]);
  });

  it('an approval that was used is void for the same file: the second batch has other order IDs', async () => {
    const { office, ann, prepare, importFile, release } = await openTwoPeople();
    const first = await prepare();
    const approval = await ann.approve(first.request);
    await importFile(approval);
    expect(await release(first.batchId)).toBe(null);
    const again = await office.draft(['100.00']);
    expect(again.batchId).not.toBe(first.batchId);
    expect(await importFile(approval)).toMatchObject({
      ok: true,
      value: { isNew: false, batchId: first.batchId },
    });
    const released = await office.release(again.batchId, true);
    expect(released).toMatchObject({ ok: false, error: { code: 'approvalMissing' } });
  });

  it('nobody approves what they prepared, even with a signed file that claims so', async () => {
    const { office, keys, prepare, importFile, release } = await openTwoPeople({
      ...oneApproval,
      releaserCounts: true,
    });
    const otto = await openColleague(office.parts, 'Otto', keys);
    const { batchId, request } = await prepare();
    expect(await otto.tell('approvals.decide', { file: request, decision: 'approve' })).toMatchObject({
      ok: false,
      error: { code: 'policyBlocks' },
    });
    const ben = await openColleague(office.parts, 'Ben');
    await importFile(await ben.approve(request));
    expect(await release(batchId)).toBe('approvalMissing');
  });

  it('the person who releases counts only if the policy says so', async () => {
    for (const releaserCounts of [false, true]) {
      const keys = createMemoryApprovalKeys();
      const office = await openOffice({ approvalKeys: keys });
      const [ann, ben] = [await openColleague(office.parts, 'Ann'), await openColleague(office.parts, 'Ben')];
      const own = await office.get('approvers.card', { name: 'Otto' });
      await office.get('approvers.add', { card: own.bytes });
      await office.get('approvers.add', { card: await ann.card() });
      await office.get('policies.set', { policy: { ...oneApproval, releaserCounts } });
      const { batchId, request } = await prepareElsewhere(ben, office);
      // The request brings the draft; the person who releases it approves it here.
      expect(await office.get('approvals.import', { file: request })).toMatchObject({
        kind: 'request',
        isNew: true,
      });
      await office.get('approvals.decide', { file: request, decision: 'approve' });
      const released = await office.release(batchId);
      expect(released.ok).toBe(releaserCounts);
    }
  });

  it('two approvals with one key count once, under whatever names', async () => {
    const { office, ann, prepare, importFile, release } = await openTwoPeople();
    const ben = await openColleague(office.parts, 'Ben');
    expect(await office.tell('approvers.add', { card: await ann.card('Anna') })).toMatchObject({
      ok: false,
      error: { code: 'inputInvalid' },
    });
    const add = await office.get('approvers.add', { card: await ben.card() });
    const change = await ann.approve(add.request ?? new Uint8Array());
    await importFile(change);
    await office.get('approvers.add', { card: await ben.card() });
    await office.get('policies.set', {
      policy: ApprovalPolicy.parse({ rules: [{ currencyCode: 'EUR', batchFrom: '10.00', approvals: 2 }] }),
    });
    const { batchId, request } = await prepare();
    await importFile(await ann.approve(request));
    await importFile(await ann.approve(request, 24));
    const anna = await openColleague(office.parts, 'Somebody else', ann.keys);
    await importFile(await anna.approve(request, 48));
    expect(await office.get('approvals.status', { batchId })).toMatchObject({ needed: 2, given: 1 });
    expect(await release(batchId)).toBe('approvalMissing');
    await importFile(await ben.approve(request));
    expect(await release(batchId)).toBe(null);
  });

  it('the approval of a removed approver no longer counts, at the release and when rows are claimed', async () => {
    const people = await openTwoPeople();
    const { office, prepare, importFile, release, sent } = people;
    const ben = await enrolBen(people);
    const [first, second] = [await prepare(['100.00']), await prepare(['200.00'])];
    await importFile(await ben.approve(first.request));
    await importFile(await ben.approve(second.request));
    expect(await release(first.batchId)).toBe(null);
    await office.get('approvers.remove', { approver: 'Ben' });
    expect(await release(second.batchId)).toBe('approvalMissing');
    const run = await office.get('batches.run', {
      batchIds: [first.batchId],
      until: 'sent',
      silenceLimitMs: 60_000,
    });
    expect(run.outcome).toBe('refused');
    expect(sent()).toBe(0);
    expect(office.store.isPaused(first.batchId)).toBe(true);
  });

  it('a policy is not loosened, and nobody is enrolled, without the approvals it requires', async () => {
    const { office, ann, prepare, importFile, release } = await openTwoPeople();
    const { batchId } = await prepare();
    const loosened = await office.get('policies.set', { policy: noApprovalPolicy });
    expect(loosened.request).not.toBe(null);
    expect(loosened.policy.rules).toEqual(oneApproval.rules);
    const ben = await openColleague(office.parts, 'Ben');
    expect((await office.get('approvers.add', { card: await ben.card() })).request).not.toBe(null);
    expect(await office.get('approvers.list', {})).toHaveLength(1);
    expect(await release(batchId)).toBe('approvalMissing');

    // With Ann's approval of exactly this change it is made, once.
    await importFile(await ann.approve(loosened.request ?? new Uint8Array()));
    expect((await office.get('policies.set', { policy: noApprovalPolicy })).request).toBe(null);
    expect(await release(batchId)).toBe(null);
    await office.get('policies.set', { policy: oneApproval });
    expect((await office.get('policies.set', { policy: noApprovalPolicy })).request).not.toBe(null);
  });

  it('an approval of one change does not allow another', async () => {
    const { office, ann, importFile } = await openTwoPeople();
    const harmless = await office.get('policies.set', {
      policy: ApprovalPolicy.parse({ rules: [{ currencyCode: 'EUR', batchFrom: '11.00', approvals: 1 }] }),
    });
    await importFile(await ann.approve(harmless.request ?? new Uint8Array()));
    expect((await office.get('policies.set', { policy: noApprovalPolicy })).request).not.toBe(null);
  });

  it('tightening needs no approval, and setting the same policy again is no change', async () => {
    const { office } = await openTwoPeople();
    const set = await office.get('policies.set', { policy: { ...oneApproval, otherwise: 1 } });
    expect(set).toMatchObject({ request: null, isChanged: true, policy: { otherwise: 1, version: 3 } });
    const again = await office.get('policies.set', { policy: { ...oneApproval, otherwise: 1 } });
    expect(again).toMatchObject({ request: null, isChanged: false, policy: { otherwise: 1, version: 3 } });
  });

  it('an expired approval does not count, and an expired request is not approved', async () => {
    const { office, ann, prepare, importFile, release } = await openTwoPeople();
    const { batchId, request } = await prepare();
    await importFile(await ann.approve(request, 2));
    office.wait(2 * hourMs);
    expect(await release(batchId)).toBe('approvalMissing');
    office.wait(7 * dayMs);
    expect(await ann.tell('approvals.decide', { file: request, decision: 'approve' })).toMatchObject({
      ok: false,
      error: { code: 'policyBlocks' },
    });
  });

  it('setting the clock back does not revive an expired approval: the gateway’s time counts', async () => {
    const { office, ann, prepare, importFile, release } = await openTwoPeople();
    // Approved eight days ago, by clocks that were right then.
    office.wait(-8 * dayMs);
    const { batchId, request } = await prepare();
    await importFile(await ann.approve(request));
    expect(await office.get('approvals.status', { batchId })).toMatchObject({ given: 1 });
    expect(await release(batchId)).toBe('approvalMissing');
  });

  it('an approval dated in the future does not count', async () => {
    const { office, ann, prepare, importFile, release } = await openTwoPeople();
    const { batchId, request } = await prepare();
    office.wait(dayMs);
    const approval = await ann.approve(request);
    office.wait(-dayMs);
    await importFile(approval);
    expect(await release(batchId)).toBe('approvalMissing');
    expect((await office.get('approvals.status', { batchId })).message).toMatch(
      /^1 approval needed, 0 given\. Ann: It is dated \d{4}-\d\d-\d\d \d\d:\d\d UTC, later than now: check the clocks of both computers\.$/,
    );
  });

  it('a rejected or withdrawn request is not released, no matter who approved it; a new one can be', async () => {
    const { office, ann, prepare, importFile, release } = await openTwoPeople();
    const { batchId, request } = await prepare();
    await importFile(await ann.approve(request));
    await importFile(await ann.reject(request));
    expect(await release(batchId)).toBe('approvalMissing');

    const again = await office.get('approvals.request', { batchId });
    await importFile(await ann.approve(again.bytes));
    expect(await office.get('approvals.status', { batchId })).toMatchObject({ given: 1 });
    await office.get('approvals.withdraw', { batchId });
    expect(await release(batchId)).toBe('approvalMissing');
  });
});
