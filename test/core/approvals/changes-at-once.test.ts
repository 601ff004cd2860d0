import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { fail } from '../../../contract/result.ts';
import { createControls, merchantOf } from '../../../main/core/approvals/confirmed-controls.ts';
import { createVerifiedRows } from '../../../main/core/sending/verified-rows.ts';
import { createMemoryApprovalKeys } from '../../../main/keys/index.ts';
import { openOffice } from '../../kit/office.ts';
import { systemClock } from '../../../main/system.ts';
import { openColleague } from '../../kit/people.ts';
import { must } from '../../kit/sheet-desk.ts';
import { oneApproval } from './two-people.ts';

it('I12: of two changes of approvers and policies at the same time, the second is judged by what the first set', async () => {
  const { personalKey, ...others } = createMemoryApprovalKeys(true);
  // A keychain takes its time to answer, more so if a person has to unlock it.
  const publicKey: typeof personalKey.publicKey = async () => {
    await systemClock.sleep(50);
    return personalKey.publicKey();
  };
  const office = await openOffice({
    approvalKeys: { ...others, personalKey: { ...personalKey, publicKey } },
  });
  const [ann, ben] = [await openColleague(office.parts, 'Ann'), await openColleague(office.parts, 'Ben')];
  await office.get('approvers.add', { card: await ann.card() });
  const [set, added] = await Promise.all([
    office.get('policies.set', { policy: oneApproval }),
    office.get('approvers.add', { card: await ben.card() }),
  ]);
  expect(set).toMatchObject({ isChanged: true, request: null });
  expect(added).toMatchObject({ isChanged: false, request: expect.any(Uint8Array) });
  expect(await office.get('policies.show', {})).toMatchObject(oneApproval);
  expect((await office.get('approvers.list', {})).map(({ name }) => name)).toEqual(['Ann']);
  const { batchId } = await office.draft(['100.00']);
  expect(await office.release(batchId)).toMatchObject({ ok: false, error: { code: 'approvalMissing' } });
});

it('I12: a batch that is verified while a policy is set is not taken as verified once the policy is in force', async () => {
  const { marker, ...others } = createMemoryApprovalKeys(true);
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isSlow = false;
  const write: typeof marker.write = async (text) => {
    if (isSlow) {
      asked.resolve();
      await answered.promise;
    }
    return marker.write(text);
  };
  const keys = { ...others, marker: { ...marker, write } };
  const office = await openOffice({ approvalKeys: keys });
  const ann = await openColleague(office.parts, 'Ann');
  await office.get('approvers.add', { card: await ann.card() });
  const { batchId } = await office.draft(['100.00']);
  await office.releaseAll(batchId);
  const controls = createControls(office.parts, keys);
  const rows = createVerifiedRows({ ...office.parts, controls, gatewayNow: () => null });
  await rows.verify([batchId]);
  const present = must(await controls.readForChange());
  const profile = office.store.findProfile('main');
  if (present === null || profile === null) expect.fail('no approvers or profile');
  const policies = [{ merchant: merchantOf(profile), policy: oneApproval }];
  const state = { ...present.document.state, policies };
  isSlow = true;
  const setting = controls.replace({ present, state, approvals: [], detail: '', actor: null });
  await asked.promise;
  const isVerified = await rows.verify(rows.unverified([batchId])).then(
    () => true,
    () => false,
  );
  answered.resolve();
  must(await setting);
  expect(isVerified && rows.unverified([batchId]).length === 0).toBe(false);
  await expect(rows.verify(rows.unverified([batchId]))).rejects.toThrow('lacks approvals');
});

it('a change that the keychain refuses changes nothing: it is in no list and no log, and can be made again', async () => {
  const { marker, ...others } = createMemoryApprovalKeys(true);
  let isLocked = true;
  const write: typeof marker.write = async (text) =>
    isLocked ? fail('keychainLocked', 'The keychain is locked.') : marker.write(text);
  const office = await openOffice({ approvalKeys: { ...others, marker: { ...marker, write } } });
  const ann = await openColleague(office.parts, 'Ann');
  const card = await ann.card();
  expect(await office.tell('approvers.add', { card })).toMatchObject({ error: { code: 'keychainLocked' } });
  expect(office.store.hasControlEvents()).toBe(false);
  expect(await office.get('approvers.list', {})).toEqual([]);
  const { batchId } = await office.draft(['100.00']);
  expect((await office.release(batchId)).ok).toBe(true);
  isLocked = false;
  expect(await office.get('approvers.add', { card })).toMatchObject({ isChanged: true, version: 1 });
  isLocked = true;
  expect((await office.tell('policies.set', { policy: oneApproval })).ok).toBe(false);
  expect(await office.get('policies.show', {})).toMatchObject({ rules: [], version: 1 });
  expect(office.store.listControls()).toHaveLength(1);
});

it('I12: a change that the keychain took is in force and in the log, although Bursar ended before it recorded it', async () => {
  const { marker, ...others } = createMemoryApprovalKeys(true);
  let isEnding = false;
  const write: typeof marker.write = async (text) => {
    const written = await marker.write(text);
    if (isEnding) throw new Error('ended');
    return written;
  };
  const keys = { ...others, marker: { ...marker, write } };
  const office = await openOffice({ approvalKeys: keys });
  const ann = await openColleague(office.parts, 'Ann');
  isEnding = true;
  expect((await office.tell('approvers.add', { card: await ann.card() })).ok).toBe(false);
  expect(office.store.listControls()).toEqual([]);
  const inForce = must(await createControls(office.parts, keys).read());
  expect(inForce).toMatchObject({ isConfirmed: true, document: { state: { approvers: [{ name: 'Ann' }] } } });
  expect(office.store.listControls()).toHaveLength(1);
  expect(office.store.hasControlEvents()).toBe(true);
});

it('I12: a keychain that was asked before a change, and answers after it, brings nothing back', async () => {
  const { marker, ...others } = createMemoryApprovalKeys(true);
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isSlow = false;
  const read: typeof marker.read = async () => {
    const kept = await marker.read();
    if (isSlow) {
      isSlow = false;
      asked.resolve();
      await answered.promise;
    }
    return kept;
  };
  const keys = { ...others, marker: { ...marker, read } };
  const office = await openOffice({ approvalKeys: keys });
  const ann = await openColleague(office.parts, 'Ann');
  await office.get('approvers.add', { card: await ann.card() });
  const present = must(await createControls(office.parts, keys).readForChange());
  if (present === null) expect.fail('no approvers');
  const controls = createControls(office.parts, keys);
  isSlow = true;
  const reading = controls.read();
  await asked.promise;
  const state = { ...present.document.state, approvers: [] };
  must(await controls.replace({ present, state, approvals: [], detail: '', actor: null }));
  answered.resolve();
  const both = [must(await reading), must(await controls.read())];
  expect(both.map((one) => one?.document.state.approvers)).toEqual([[], []]);
});

it('writes the copies of a document again that Bursar ended before it had written, and leaves nothing of them behind', async () => {
  const keys = createMemoryApprovalKeys(true);
  const { store, directory, parts } = await openOffice({ approvalKeys: keys, isOnDisk: true });
  const [copy, unfinished] = ['bursar.controls', 'bursar.controls.new'].map((name) =>
    path.join(directory, name),
  );
  if (copy === undefined || unfinished === undefined) expect.fail();
  const endsInBetween: typeof store.as = (actor) => ({
    ...store.as(actor),
    addControls: (controls) => {
      store.as(actor).addControls(controls);
      rmSync(copy);
      writeFileSync(unfinished, controls.content.slice(0, 100));
      throw new Error('killed');
    },
  });
  const ending = createControls({ ...parts, store: { ...store, as: endsInBetween } }, keys);
  const state = { approvers: [], policies: [] };
  const change = { present: null, state, approvals: [], detail: '', actor: null };
  await expect(ending.replace(change)).rejects.toThrow('killed');
  const inForce = must(await createControls(parts, keys).read());
  expect(inForce?.isConfirmed).toBe(true);
  expect(store.controlCopies()).toEqual(store.listControls().map(({ content }) => content));
  expect(existsSync(unfinished)).toBe(false);
});
