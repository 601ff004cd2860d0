import { expect, it } from 'vitest';
import { noApprovalPolicy } from '../../../contract/approvals/approval-policy.ts';
import { importedChangeText } from '../../../contract/text/approvals.ts';
import { fail } from '../../../contract/result.ts';
import { changeQuestion, type Change } from '../../../contract/window/change.ts';
import { createCore } from '../../../main/core/core.ts';
import { createDispatch } from '../../../main/dispatch.ts';
import { noApprovalKeys } from '../../../main/core/approvals/confirmed-controls.ts';
import { createMemoryApprovalKeys } from '../../../main/keys/index.ts';
import { openOffice } from '../../kit/office.ts';
import { openColleague } from '../../kit/people.ts';

const threeApprovals = { ...noApprovalPolicy, otherwise: 3 };

it('I12: says where a policy requires every approver, as a lost key could then never be replaced', async () => {
  const office = await openOffice({ approvalKeys: createMemoryApprovalKeys(true) });
  const names = ['Ann', 'Bob', 'Cid', 'Dan'];
  const people = await Promise.all(names.map((name) => openColleague(office.parts, name)));
  for (const person of people.slice(0, 3))
    expect(await office.get('approvers.add', { card: await person.card() })).toMatchObject({
      isNoneSpare: false,
    });
  const set = await office.get('policies.set', { policy: threeApprovals });
  expect(set).toMatchObject({ isChanged: true, isNoneSpare: true, policy: { isNoneSpare: true } });
  expect(await office.get('policies.set', { policy: threeApprovals })).toMatchObject({ isNoneSpare: true });
  expect(await office.get('policies.show', {})).toMatchObject({ isNoneSpare: true });

  const card = (await people[3]?.card()) ?? expect.fail('nobody is called Dan');
  const { request, isNoneSpare } = await office.get('approvers.add', { card });
  expect(isNoneSpare).toBe(true);
  if (request === null) expect.fail('nothing was requested');
  let given = 0;
  for (const person of people.slice(0, 3)) {
    const file = await person.approve(request);
    given += 1;
    expect(await office.get('approvals.import', { file })).toMatchObject({ change: { needed: 3, given } });
  }
  expect(await office.get('approvers.add', { card })).toMatchObject({ isChanged: true, isNoneSpare: false });
  // Another approval of it comes too late to count.
  const file = (await people[0]?.approve(request)) ?? expect.fail('nobody is called Ann');
  expect(await office.get('approvals.import', { file })).toMatchObject({ change: null });
  expect(await office.get('policies.show', {})).toMatchObject({ isNoneSpare: false });
  expect(await office.get('approvers.remove', { approver: 'Bob' })).toMatchObject({ isNoneSpare: true });
});

it('I12: says why a change of approvers lacks approvals: who rejected it, and whose approval does not count', async () => {
  const office = await openOffice({ approvalKeys: createMemoryApprovalKeys(true) });
  const [ann, bob, eve] = await Promise.all(
    ['Ann', 'Bob', 'Eve'].map((name) => openColleague(office.parts, name)),
  );
  if (ann === undefined || bob === undefined || eve === undefined) expect.fail('somebody is missing');
  for (const person of [ann, bob]) await office.get('approvers.add', { card: await person.card() });
  await office.get('policies.set', { policy: { ...noApprovalPolicy, otherwise: 1 } });
  const card = await eve.card();
  const { request } = await office.get('approvers.add', { card });
  if (request === null) expect.fail('nothing was requested');
  for (const file of [await eve.approve(request), await bob.reject(request)])
    await office.get('approvals.import', { file });
  const refused = await office.tell('approvers.add', { card, mayRequest: false });
  expect(refused).toMatchObject({ ok: false, error: { code: 'approvalMissing' } });
  expect(refused.ok ? '' : refused.error.message).toMatch(
    /^Nothing was changed: .* 1 approval needed, 0 given\. Bob rejected a request of it at .* An approval signed as “Eve”: The key that signed it is not enrolled\.$/,
  );
});

it('does not call an approval of a change void because the keychain cannot be read, and says why it is not counted', async () => {
  const office = await openOffice({ approvalKeys: createMemoryApprovalKeys(true) });
  const [ann, bob] = await Promise.all(['Ann', 'Bob'].map((name) => openColleague(office.parts, name)));
  if (ann === undefined || bob === undefined) expect.fail('somebody is missing');
  await office.get('approvers.add', { card: await ann.card() });
  await office.get('policies.set', { policy: { ...noApprovalPolicy, otherwise: 1 } });
  const { request } = await office.get('approvers.add', { card: await bob.card() });
  if (request === null) expect.fail('nothing was requested');
  const file = await ann.approve(request);
  const core = await createCore(office.parts, undefined, undefined, undefined, noApprovalKeys);
  const call = { signal: AbortSignal.timeout(60_000), confirm: () => Promise.resolve(true) };
  const imported = await createDispatch(core)('approvals.import', { file }, call);
  if (!imported.ok) expect.fail(imported.error.message);
  expect(importedChangeText(imported.value)).toBe(
    'How many approvals the change has cannot be checked now. Approvals need a keychain, and this run of Bursar uses none.',
  );
  expect(importedChangeText(await office.get('approvals.import', { file }))).toBe(
    'The change has all its approvals. Make it again to apply it.',
  );
});

it('I5: names an approver who is to be removed by fingerprint in the question outside the page', async () => {
  const approvalKeys = createMemoryApprovalKeys(true);
  const office = await openOffice({ approvalKeys });
  const ann = await openColleague(office.parts, 'Ann');
  await office.get('approvers.add', { card: await ann.card() });
  const [listed] = await office.get('approvers.list', {});
  const { fingerprint = '' } = listed ?? {};
  const core = await createCore(office.parts, undefined, undefined, undefined, approvalKeys);
  const asked: Change[] = [];
  const removed = await createDispatch(core)(
    'approvers.remove',
    { approver: fingerprint },
    {
      signal: AbortSignal.timeout(60_000),
      confirm: () => Promise.resolve(false),
      confirmChange: (changes) => {
        asked.push(...changes);
        return Promise.resolve(fail('changeDeclined', 'no'));
      },
    },
  );
  expect(removed).toMatchObject({ error: { code: 'changeDeclined' } });
  expect(changeQuestion(asked).detail).toBe(
    `Ann may no longer approve releases.\nFingerprint ${fingerprint}`,
  );
});
