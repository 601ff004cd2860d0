import { cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { noApprovalPolicy } from '../../../contract/approvals/approval-policy.ts';
import { createCore } from '../../../main/core/core.ts';
import { createDispatch } from '../../../main/dispatch.ts';
import { createMemoryApprovalKeys } from '../../../main/keys/index.ts';
import { openOffice } from '../../kit/office.ts';
import { auditProblems, openIn, restoreBackup, temporaryFolder } from '../../kit/store.ts';
import { openColleague } from '../../kit/people.ts';
import { oneApproval, openTwoPeople, prepareElsewhere } from './two-people.ts';

describe('I12: an edited database', () => {
  it('without its policy releases nothing: a copy of it is in force, and without the copy, no policy is', async () => {
    const { office, prepare, release, editDatabase } = await openTwoPeople(oneApproval, { isOnDisk: true });
    const { batchId } = await prepare();
    editDatabase('DELETE FROM controls');
    expect(await release(batchId)).toBe('approvalMissing');
    rmSync(path.join(office.directory, 'bursar.controls'));
    expect(await release(batchId)).toBe('controlsTampered');
    editDatabase(`DELETE FROM events WHERE entity = 'controls'`);
    // Only the keychain holds a policy now.
    expect(await release(batchId)).toBe('controlsTampered');
  });

  it('with an older document restored as the newest releases nothing more, and prevents any change', async () => {
    const { office, prepare, release, editDatabase } = await openTwoPeople(oneApproval, { isOnDisk: true });
    const { batchId } = await prepare();
    editDatabase('DELETE FROM controls WHERE version = 2');
    rmSync(path.join(office.directory, 'bursar.controls'));
    expect(await release(batchId)).toBe('controlsTampered');
    const set = await office.tell('policies.set', { policy: noApprovalPolicy });
    expect(set).toMatchObject({ ok: false, error: { code: 'controlsTampered' } });
  });

  it('with an inserted approver, and a policy that somebody else signed, releases nothing', async () => {
    const { office, prepare, release, editDatabase } = await openTwoPeople(oneApproval, { isOnDisk: true });
    const { batchId, request } = await prepare();
    const evil = await openTwoPeople();
    const [theirs] = evil.office.store.listControls();
    const content = theirs?.content ?? '';
    editDatabase(
      `UPDATE controls SET content = '${content}', hash = '${theirs?.hash ?? ''}' WHERE version = 2`,
    );
    writeFileSync(path.join(office.directory, 'bursar.controls'), content);
    await office.tell('approvals.import', { file: await evil.ann.approve(request) });
    expect(await release(batchId)).toBe('controlsTampered');
  });

  it('with other rows under an approval has none: their hash differs', async () => {
    const { ann, prepare, importFile, release, editDatabase } = await openTwoPeople();
    const { batchId, request } = await prepare();
    await importFile(await ann.approve(request));
    editDatabase(`UPDATE payments SET accountNumber = 'ACC-EVIL'`);
    expect(await release(batchId)).not.toBe(null);
  });

  it('with approvals changed by one letter has none', async () => {
    const { ann, prepare, importFile, release, editDatabase } = await openTwoPeople();
    const { batchId, request } = await prepare();
    await importFile(await ann.approve(request));
    editDatabase(
      `UPDATE approvalFiles SET content = substr(content, 1, 200) || 'A' || substr(content, 202) WHERE kind = 'approval'`,
    );
    expect(await release(batchId)).toBe('approvalMissing');
  });

  it.each([
    [
      'a rejection that was removed',
      `DELETE FROM approvalFiles WHERE kind = 'rejection'`,
      /is missing: it was removed/,
    ],
    ['a request that was removed', 'DELETE FROM signedRequests', /is missing: it was removed/],
    [
      'a rejection that was made an approval of another batch',
      `UPDATE approvalFiles SET batchId = 'other' WHERE kind = 'rejection'`,
      /was changed/,
    ],
    [
      'an approval that was put in the place of a rejection',
      `UPDATE approvalFiles SET content = (SELECT content FROM approvalFiles WHERE kind = 'approval') WHERE kind = 'rejection'`,
      /was changed/,
    ],
    [
      'an approval that was recorded later',
      `UPDATE approvalFiles SET importedAt = 1 WHERE kind = 'approval'`,
      /was changed/,
    ],
    ['nothing where nothing was changed', 'SELECT 1', /^$/],
  ])('is found by the audit: %s', async (_, sql, problem) => {
    const { office, ann, prepare, importFile, editDatabase } = await openTwoPeople();
    const { batchId, request } = await prepare();
    await importFile(await ann.approve(request));
    await importFile(await ann.reject(request));
    await office.get('batches.cancel', { batchId });
    editDatabase(sql);
    expect(auditProblems(office.store).join('\n')).toMatch(problem);
  });

  it('with a renamed profile, or a batch marked as released, sends nothing without approvals', async () => {
    const { office, prepare, editDatabase, sent } = await openTwoPeople();
    const { batchId } = await prepare();
    const { rowsHash } = office.store.findBatch(batchId) ?? { rowsHash: '' };
    // As Bursar itself would write it, but for the policy.
    office.store.releaseBatch(batchId, { rowsHash, releasesSeen: null, at: office.now() });
    office.store.queueRows(batchId, 10, office.now());
    editDatabase(`UPDATE profiles SET name = 'renamed'`);
    const run = await office.get('batches.run', {
      batchIds: [batchId],
      until: 'sent',
      silenceLimitMs: 60_000,
    });
    expect(run.outcome).toBe('refused');
    expect(sent()).toBe(0);
  });

  it('with an earlier time of a release sends nothing by an approval that had expired: the log has the time', async () => {
    const { office, ann, prepare, importFile, editDatabase, sent } = await openTwoPeople();
    const { batchId, request } = await prepare();
    await importFile(await ann.approve(request, 1));
    const valid = office.now();
    office.wait(2 * 3_600_000);
    const { rowsHash } = office.store.findBatch(batchId) ?? { rowsHash: '' };
    office.store.releaseBatch(batchId, { rowsHash, releasesSeen: null, at: office.now() });
    office.store.queueRows(batchId, 10, office.now());
    editDatabase(`UPDATE batches SET releasedAt = ${valid + 1000} WHERE batchId = '${batchId}'`);
    await office.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
    expect(sent()).toBe(0);
  });
});

describe('a data folder on another computer, whose keychain has no policy', () => {
  it('releases nothing until the policy is set again, with the approvals that it requires', async () => {
    const { office, ann, prepare } = await openTwoPeople();
    const { batchId } = await prepare();
    const keys = createMemoryApprovalKeys(true);
    const dispatch = createDispatch(await createCore(office.parts, undefined, undefined, undefined, keys));
    const call = { signal: AbortSignal.timeout(60_000), confirm: () => Promise.resolve(true) };
    const { rowsHash } = office.store.findBatch(batchId) ?? { rowsHash: '' };
    expect(await dispatch('batches.release', { batchId, rowsHash }, call)).toMatchObject({
      ok: false,
      error: { code: 'controlsTampered' },
    });
    const asked = await dispatch('policies.set', { policy: oneApproval }, call);
    expect(asked).toMatchObject({ ok: true, value: { policy: { rules: oneApproval.rules } } });
    const request = asked.ok ? asked.value.request : null;
    const approval = await ann.approve(request ?? new Uint8Array());
    expect((await dispatch('approvals.import', { file: approval }, call)).ok).toBe(true);
    const set = await dispatch('policies.set', { policy: oneApproval }, call);
    expect(set).toMatchObject({ ok: true, value: { request: null } });
    expect(await dispatch('batches.release', { batchId, rowsHash }, call)).toMatchObject({
      ok: false,
      error: { code: 'approvalMissing' },
    });
  });
});

describe('a backup of another data folder', () => {
  it.each([true, false])(
    'I12: does not replace one that has approvers, since they and their policies would not be in force; copies beside the database: %s',
    async (hasCopy) => {
      const { office } = await openTwoPeople(oneApproval, { isOnDisk: true });
      const other = await openOffice({ isOnDisk: true });
      const backupPath = path.join(other.directory, 'other.sqlite');
      await other.get('data.backup', { path: backupPath });
      const directory = temporaryFolder();
      await office.get('data.backup', { path: path.join(directory, 'bursar.sqlite') });
      if (hasCopy)
        cpSync(path.join(office.directory, 'bursar.controls'), path.join(directory, 'bursar.controls'));
      expect(await restoreBackup({ directory, backupPath, at: office.now() })).toMatchObject({
        error: { code: 'inputInvalid', message: expect.stringContaining('a backup of another data folder') },
      });
      expect(openIn(directory).listControls()).toEqual(office.store.listControls());
      expect((await restoreBackup({ directory: temporaryFolder(), backupPath, at: office.now() })).ok).toBe(
        true,
      );
    },
  );
});

describe('a prepare-only profile', () => {
  it('does everything but release, which happens on the computer with the key', async () => {
    const office = await openOffice({ approvalKeys: createMemoryApprovalKeys() });
    const ben = await openColleague(office.parts, 'Ben');
    const { batchId, request, rowsHash } = await prepareElsewhere(ben, office);
    expect(await ben.tell('batches.duplicates', { batchId })).toMatchObject({ ok: true });
    expect(await ben.tell('approvals.status', { batchId })).toMatchObject({
      ok: true,
      value: { isReleasable: false },
    });
    // Nothing else is said first that could be mended here in vain.
    await ben.tell('settings.change', { payeePolicy: { newPayee: 'block' } });
    expect(await ben.tell('batches.release', { batchId, rowsHash })).toMatchObject({
      ok: false,
      error: { code: 'policyBlocks', message: expect.stringContaining('is prepare-only') },
    });
    await office.get('approvals.import', { file: request });
    expect(office.store.findBatch(batchId)).toMatchObject({ state: 'draft', rowsHash });
    expect((await office.release(batchId)).ok).toBe(true);
  });

  it('has no key', async () => {
    const office = await openOffice();
    const added = await office.tell('profiles.add', {
      name: 'other',
      environment: 'sandbox',
      baseUrl: office.sandbox.url,
      merchantCode: 'OTHER',
      callbackUrl: 'https://merchant.example/callbacks',
      key: { kind: 'generate', modulusBits: 2048 },
      isPrepareOnly: true,
    });
    expect(added).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
  });
});

describe('if no policy requires approvals', () => {
  it('a release asks for none and does not read the keychain', async () => {
    const asked: string[] = [];
    const memory = createMemoryApprovalKeys(false);
    const office = await openOffice({
      approvalKeys: {
        isKeychainUsed: false,
        personalKey: {
          sign: (bytes) => {
            asked.push('sign');
            return memory.personalKey.sign(bytes);
          },
          publicKey: () => {
            asked.push('publicKey');
            return memory.personalKey.publicKey();
          },
        },
        marker: {
          read: () => {
            asked.push('marker');
            return memory.marker.read();
          },
          write: (text) => memory.marker.write(text),
        },
      },
    });
    const { batchId } = await office.draft(['1000000.00']);
    expect(await office.get('approvals.status', { batchId })).toMatchObject({
      needed: 0,
      isReleasable: true,
    });
    expect(await office.get('policies.show', {})).toMatchObject({ rules: [], otherwise: 0, version: 0 });
    expect((await office.release(batchId)).ok).toBe(true);
    expect(asked).toEqual([]);
  });
});
