import { expect, it } from 'vitest';
import { ApprovalPolicy, noApprovalPolicy } from '../../../contract/approvals/approval-policy.ts';
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
