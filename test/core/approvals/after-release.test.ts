import { describe, expect, it } from 'vitest';
import { createControls } from '../../../main/core/approvals/confirmed-controls.ts';
import { createVerifiedRows } from '../../../main/core/sending/verified-rows.ts';
import { callbackUrl } from '../../kit/office.ts';
import { openColleague } from '../../kit/people.ts';
import { must } from '../../kit/sheet-desk.ts';
import { oneApproval, openTwoPeople, payoutsElsewhere, prepareElsewhere, enrolBen } from './two-people.ts';

const hourMs = 3_600_000;
const twoApprovals = { ...oneApproval, rules: oneApproval.rules.map((rule) => ({ ...rule, approvals: 2 })) };

describe('a batch that lacks approvals after its release', () => {
  it('is sent once they are given, even hours after the release, and until then can be cancelled or approved, not requested', async () => {
    const people = await openTwoPeople();
    const { office, ann, prepare, importFile, release, sent } = people;
    const ben = await enrolBen(people);
    const { batchId, request } = await prepare();
    await importFile(await ann.approve(request));
    expect(await release(batchId)).toBe(null);
    await office.get('policies.set', { policy: twoApprovals });
    const run = () =>
      office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 60_000 });
    const { outcome, message } = await run();
    expect({ outcome, sent: sent() }).toEqual({ outcome: 'refused', sent: 0 });
    expect(message).toContain(`bursar batch cancel ${batchId}`);
    expect(message).not.toContain('approval request');

    office.wait(3 * hourMs);
    await importFile(await ben.approve(request));
    expect(await office.get('approvals.status', { batchId })).toMatchObject({ given: 2, state: 'released' });
    await office.get('batches.resume', { batchId });
    await run();
    expect({ paid: office.countOf(batchId, 'paid'), sent: sent() }).toEqual({ paid: 1, sent: 1 });
  });

  it('is said to need a new batch if no approval of it was requested before its release: none can be now', async () => {
    const from1000 = oneApproval.rules.map((rule) => ({ ...rule, batchFrom: '1000.00' }));
    const people = await openTwoPeople({ ...oneApproval, rules: from1000 });
    const { office, release, sent } = people;
    const { batchId } = await office.draft(['100.00']);
    expect(await release(batchId)).toBe(null);
    await office.get('policies.set', { policy: oneApproval });
    const all = { batchIds: [batchId], until: 'final' as const, silenceLimitMs: 60_000 };
    const { message } = await office.get('batches.run', all);
    expect(message).not.toContain('import approvals');
    expect(message).toContain(`bursar batch cancel ${batchId}`);
    expect((await office.tell('approvals.request', { batchId, name: 'Otto' })).ok).toBe(false);
    await office.get('batches.cancel', { batchId });
    expect([office.countOf(batchId, 'cancelled'), sent()]).toEqual([1, 0]);
  });

  it('needs attention until it is known to have its approvals, or nothing of it is left to send', async () => {
    const people = await openTwoPeople();
    const { office, ann, prepare, importFile, release } = people;
    const ben = await enrolBen(people);
    const releaseOne = async (amount: string) => {
      const { batchId, request } = await prepare([amount]);
      await importFile(await ann.approve(request));
      expect(await release(batchId)).toBe(null);
      return { batchId, request };
    };
    const [sent, cancelled] = [await releaseOne('100.00'), await releaseOne('200.00')];
    await office.get('policies.set', { policy: twoApprovals });
    const run = (batchId: string) =>
      office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 60_000 });
    const lacking = async () => {
      const items = await office.get('attention.list', {});
      return items.flatMap(({ kind, batchId }) => (kind === 'approvalMissing' ? [batchId] : []));
    };
    for (const { batchId } of [sent, cancelled]) await run(batchId);
    expect(await lacking()).toEqual([cancelled.batchId, sent.batchId]);
    await office.get('batches.cancel', { batchId: cancelled.batchId });
    expect(await lacking()).toEqual([sent.batchId]);

    // Resumed without them, it is paused again.
    await office.get('batches.resume', { batchId: sent.batchId });
    await run(sent.batchId);
    expect(await lacking()).toEqual([sent.batchId]);
    await importFile(await ben.approve(sent.request));
    await office.get('batches.resume', { batchId: sent.batchId });
    expect(await lacking()).toEqual([sent.batchId]);
    // From now on it waits for something else.
    const floors = [{ profileName: 'main', currencyCode: 'EUR', amount: '99999999' }];
    await office.get('settings.change', { floors });
    office.events.length = 0;
    expect(await run(sent.batchId)).toMatchObject({ outcome: 'held' });
    expect(office.events).toContainEqual({ kind: 'batch', id: sent.batchId });
    expect(await lacking()).toEqual([]);
    await office.get('batches.pause', { batchId: sent.batchId });
    expect(await lacking()).toEqual([]);
  });

  it('is not sent because its profile was renamed while its rows were verified', async () => {
    const people = await openTwoPeople();
    const { office, keys, ann, prepare, importFile, release } = people;
    await enrolBen(people);
    const { batchId, request } = await prepare(Array.from({ length: 501 }, () => '1.00'));
    await importFile(await ann.approve(request));
    expect(await release(batchId)).toBe(null);
    await office.get('policies.set', { policy: twoApprovals });
    const { store, parts } = office;
    const { clock } = parts;
    const rename = () => {
      store.editProfile('main', { newName: 'other', callbackUrl, paymentPageUrl: null, at: clock.now() });
      return clock.turn();
    };
    const controls = createControls(parts, keys);
    const rows = createVerifiedRows({
      ...parts,
      controls,
      gatewayNow: () => null,
      clock: { ...clock, turn: rename },
    });
    await expect(rows.verify([batchId])).rejects.toMatchObject({ appError: { code: 'approvalMissing' } });
    expect(store.findBatch(batchId)?.profileName).toBe('other');
  });

  it('has its approval in the log under the approver’s name, and under the name of the person who recorded it', async () => {
    const people = await openTwoPeople();
    const { office, ann, prepare, importFile } = people;
    const { request } = await prepare();
    await office.get('settings.change', { personName: 'Clerk' });
    await importFile(await ann.approve(request));
    const kindsOf = async (person: string): Promise<string[]> => {
      const { events } = await office.get('audit.list', { person, limit: 50 });
      return events.map(({ reason }) => reason.code);
    };
    expect(await kindsOf('ann')).toEqual(['approved']);
    expect(await kindsOf('Clerk')).toContain('approved');
    expect(await kindsOf('Nobody')).toEqual([]);
  });

  it('was approved as its release has it, also once the approval has expired, and shows so', async () => {
    const { office, ann, prepare, importFile, release, sent } = await openTwoPeople();
    const { batchId, request } = await prepare();
    await importFile(await ann.approve(request, 1));
    expect(await release(batchId)).toBe(null);
    office.wait(3 * hourMs);
    const status = await office.get('approvals.status', { batchId });
    expect(status).toMatchObject({ state: 'released', given: 1, message: null, decisions: [{ why: null }] });
    // What is sent is judged in the same way.
    await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 60_000 });
    expect(sent()).toBe(1);
  });

  it('was approved as its release has it by an approver whose clock was ahead, also once that approval has expired', async () => {
    const { office, ann, prepare, importFile, release, sent } = await openTwoPeople();
    const { clock } = office.parts;
    const ahead = { ...clock, now: () => clock.now() + (5 / 6) * hourMs };
    const { batchId, request } = await prepare();
    const early = await openColleague({ ...office.parts, clock: ahead }, 'Ann', ann.keys);
    await importFile(await early.approve(request, 1));
    expect(await release(batchId)).toBe(null);
    office.wait(3 * hourMs);
    const status = await office.get('approvals.status', { batchId });
    expect(status).toMatchObject({ given: 1, message: null, decisions: [{ why: null }] });
    await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 60_000 });
    expect(sent()).toBe(1);
  });

  it('is not sent by an expired approval that is dated further after the release than clocks may differ, whatever the database says of its arrival', async () => {
    const people = await openTwoPeople();
    const { office, ann, prepare, importFile, release, sent, editDatabase } = people;
    const ben = await enrolBen(people);
    const { batchId, request } = await prepare();
    await importFile(await ann.approve(request));
    await release(batchId);
    await office.get('policies.set', { policy: twoApprovals });
    office.wait(3 * hourMs);
    await importFile(await ben.approve(request, 1));
    editDatabase('UPDATE approvalFiles SET importedAt = 1');
    office.wait(2 * hourMs);
    await office.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
    expect(sent()).toBe(0);
  });

  it('is not sent by an approval given after the release that has since expired', async () => {
    const people = await openTwoPeople();
    const { office, ann, prepare, importFile, release, sent } = people;
    const ben = await enrolBen(people);
    const { batchId, request } = await prepare();
    await importFile(await ann.approve(request));
    await release(batchId);
    await office.get('policies.set', { policy: twoApprovals });
    office.wait(3 * hourMs);
    await importFile(await ben.approve(request, 1));
    office.wait(2 * hourMs);
    await office.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
    expect(sent()).toBe(0);
  });

  it('I12: is not sent any further once an approval given after the release expires, by this clock or the gateway’s, also in a run that verified it before', async () => {
    const people = await openTwoPeople();
    const { office, keys, ann, prepare, importFile, release } = people;
    const ben = await enrolBen(people);
    const { batchId, request } = await prepare();
    await importFile(await ann.approve(request, 1));
    await release(batchId);
    await office.get('policies.set', { policy: twoApprovals });
    office.wait(3 * hourMs);
    await importFile(await ben.approve(request, 2));
    const { parts } = office;
    const rowsBy = (aheadMs: number) =>
      createVerifiedRows({
        ...parts,
        controls: createControls(parts, keys),
        gatewayNow: () => office.now() + aheadMs,
      });
    const [alike, ahead] = [rowsBy(0), rowsBy(2 * hourMs)];
    await expect(ahead.verify([batchId])).rejects.toMatchObject({ appError: { code: 'approvalMissing' } });
    await alike.verify([batchId]);
    expect(alike.unverified([batchId])).toEqual([]);
    office.wait(3 * hourMs);
    expect(alike.unverified([batchId])).toEqual([batchId]);
    await expect(alike.verify([batchId])).rejects.toMatchObject({ appError: { code: 'approvalMissing' } });
  });
});

type Way = 'a run by name' | 'a run of everything' | 'the background';

describe('a batch that lacks approvals, next to one that needs none', () => {
  it.each<Way>(['a run by name', 'a run of everything', 'the background'])(
    'I12: is paused with an attention item, and the other is sent and followed to its final state, in %s',
    async (way) => {
      const people = await openTwoPeople();
      const { office, ann, prepare, importFile, release } = people;
      await enrolBen(people);
      const refused = await prepare();
      await importFile(await ann.approve(refused.request));
      expect(await release(refused.batchId)).toBe(null);
      const [sent, queued] = [await prepare(['1.00']), await prepare(['2.00'])].map(({ batchId }) => batchId);
      if (sent === undefined || queued === undefined) throw new Error('no batches');
      expect(await release(sent)).toBe(null);
      await office.get('batches.run', { batchIds: [sent], until: 'sent', silenceLimitMs: 60_000 });
      expect(office.countOf(sent, 'accepted')).toBe(1);
      expect(await release(queued)).toBe(null);
      await office.get('policies.set', { policy: twoApprovals });

      if (way === 'the background') await office.get('runner.start', {});
      const batchIds = way === 'a run of everything' ? null : [refused.batchId, sent, queued];
      const run = await office.get('batches.run', { batchIds, until: 'final', silenceLimitMs: 60_000 });
      expect([sent, queued].map((batchId) => office.countOf(batchId, 'paid'))).toEqual([1, 1]);
      expect(run.outcome).toBe('refused');
      expect(run.message).toMatch(new RegExp(`^Batch ${refused.batchId} lacks approvals\\.`));
      expect(office.store.isPaused(refused.batchId)).toBe(true);
      expect(office.countOf(refused.batchId, 'queued')).toBe(1);
      expect((await office.get('runner.state', {})).problems).toEqual([]);
      const items = await office.get('attention.list', {});
      expect(items.filter(({ kind }) => kind === 'approvalMissing')).toMatchObject([
        { batchId: refused.batchId },
      ]);
      if (way === 'the background') await office.get('runner.stop', {});
    },
  );
});

describe('a request for rows that were released here', () => {
  it('is not imported if it was made after that, and is if it was made before', async () => {
    const { office, ann, importFile, release } = await openTwoPeople();
    const ben = await openColleague(office.parts, 'Ben');
    const { batchId, request: january } = await prepareElsewhere(ben, office);
    const request = async () => must(await ben.tell('approvals.request', { batchId })).bytes;
    const before = await request();
    office.wait(2 * hourMs);
    await importFile(january);
    await importFile(await ann.approve(january));
    expect(await release(batchId)).toBeNull();
    expect(await office.get('approvals.status', { batchId })).toMatchObject({
      given: 1,
      isReleasable: false,
      message: null,
    });
    office.wait(31 * 24 * hourMs);
    // Nothing tells Ben’s computer of the release, so it prepares the same batch again.
    const file = { fileName: 'payouts.csv', bytes: payoutsElsewhere };
    expect(must(await ben.tell('batches.import', file)).batch).toMatchObject({ batchId, state: 'draft' });
    const february = await request();
    expect(await importFile(february)).toMatchObject({
      error: {
        code: 'notReleasable',
        message: expect.stringMatching(
          /^Batch \w+ was released here at \d{4}-\d\d-\d\d \d\d:\d\d UTC, and this request pays nothing more\. If its rows are owed again, prepare them on this computer, or /,
        ),
        details: { batchId },
      },
    });
    expect(await importFile(january)).toMatchObject({ ok: true, value: { isNew: false } });
    expect(await importFile(before)).toMatchObject({ ok: true, value: { isNew: true } });
    // What the message says to do makes another batch.
    expect((await office.get('batches.import', file)).batch).toMatchObject({ state: 'draft' });
    expect((await office.get('batches.import', file)).batch.batchId).not.toBe(batchId);
  });

  it('is not imported if it is dated less than an hour before that, because one of the clocks may be wrong', async () => {
    const { office, ann, importFile, release } = await openTwoPeople();
    const ben = await openColleague(office.parts, 'Ben');
    const { batchId, request } = await prepareElsewhere(ben, office);
    await importFile(request);
    await importFile(await ann.approve(request));
    const later = must(await ben.tell('approvals.request', { batchId })).bytes;
    office.wait(hourMs / 2);
    expect(await release(batchId)).toBeNull();
    expect(await importFile(later)).toMatchObject({ error: { code: 'notReleasable' } });
  });
});
