import { describe, expect, it } from 'vitest';
import { openColleague, type Colleague } from '../../kit/people.ts';
import { oneApproval, openTwoPeople, type TwoPeople } from './two-people.ts';

const hourMs = 3_600_000;
const twoApprovals = { ...oneApproval, rules: oneApproval.rules.map((rule) => ({ ...rule, approvals: 2 })) };

async function addBen({ office, ann, importFile }: TwoPeople): Promise<Colleague> {
  const ben = await openColleague(office.parts, 'Ben');
  const add = await office.get('approvers.add', { card: await ben.card() });
  await importFile(await ann.approve(add.request ?? new Uint8Array()));
  await office.get('approvers.add', { card: await ben.card() });
  return ben;
}

describe('a batch that lacks approvals after its release', () => {
  it('is sent once they are given, hours after the release too, and until then is said to be cancelled or approved, not requested', async () => {
    const people = await openTwoPeople();
    const { office, ann, prepare, importFile, release, sent } = people;
    const ben = await addBen(people);
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

  it('is not sent by an approval that was given after the release and has expired since', async () => {
    const people = await openTwoPeople();
    const { office, ann, prepare, importFile, release, sent } = people;
    const ben = await addBen(people);
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
});
