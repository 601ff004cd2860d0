import { expect, it } from 'vitest';
import { ApprovalPolicy, noApprovalPolicy } from '../../../contract/approvals/approval-policy.ts';
import { createMemoryApprovalKeys } from '../../../main/keys/index.ts';
import { openOffice } from '../../kit/office.ts';
import { openColleague } from '../../kit/people.ts';
import { oneApproval, openTwoPeople } from './two-people.ts';

it('I12: a policy for another address of the merchant cannot be revoked without approvals either', async () => {
  const { office } = await openTwoPeople(ApprovalPolicy.parse({ ...oneApproval, releaserCounts: true }));
  const { profile } = await office.get('profiles.show', { profileName: 'main' });
  await office.get('profiles.add', {
    name: 'second',
    environment: 'sandbox',
    baseUrl: profile.baseUrl.replace('127.0.0.1', 'localhost'),
    merchantCode: profile.merchantCode,
    callbackUrl: 'https://merchant.example/callbacks',
    key: { kind: 'generate', modulusBits: 2048 },
  });
  const set = (policy: Partial<ApprovalPolicy>) =>
    office.get('policies.set', {
      profileName: 'second',
      policy: { ...noApprovalPolicy, releaserCounts: true, ...policy },
    });
  // Both tighten what is in force at the first address, whose policy alone asks for approvals.
  expect(await set({ releaserCounts: false })).toMatchObject({ request: null, isChanged: true });
  expect((await set({})).request).not.toBe(null);
  expect(await set({ releaserCounts: false, enrolledPreparers: true })).toMatchObject({ request: null });
  expect((await set({ releaserCounts: false })).request).not.toBe(null);
});

it('a policy that nobody could loosen is refused: a person cannot approve a change made on their own computer, whatever the policy says of releases', async () => {
  const office = await openOffice({ approvalKeys: createMemoryApprovalKeys() });
  const [ann, ben] = [await openColleague(office.parts, 'Ann'), await openColleague(office.parts, 'Ben')];
  const { bytes: own } = await office.get('approvers.card', { name: 'Otto' });
  for (const card of [own, await ann.card()]) await office.get('approvers.add', { card });
  const policy = ApprovalPolicy.parse({ rules: [], otherwise: 2, releaserCounts: true });
  expect(await office.tell('policies.set', { policy })).toMatchObject({
    ok: false,
    error: {
      code: 'inputInvalid',
      message: expect.stringContaining('1 approver can approve besides the person on this computer'),
    },
  });
  await office.get('approvers.add', { card: await ben.card() });
  expect(await office.get('policies.set', { policy })).toMatchObject({ isChanged: true });
});
