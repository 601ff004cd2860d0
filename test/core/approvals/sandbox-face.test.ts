import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { noApprovalPolicy } from '../../../contract/approvals/approval-policy.ts';
import { createCore } from '../../../main/core/core.ts';
import type { Store } from '../../../main/core/ports/index.ts';
import { createDispatch } from '../../../main/dispatch.ts';
import { createMemoryApprovalKeys } from '../../../main/keys/index.ts';
import { openMemoryStore } from '../../kit/memory-store.ts';
import { callbackUrl } from '../../kit/office.ts';
import { temporaryFolder } from '../../kit/store.ts';
import { contentsOf, verifyArchive } from '../payouts/evidence/packs.ts';
import { oneApproval, openTwoPeople } from './two-people.ts';

it('a face without live profiles shows no policy of a live merchant: in no request for a change, and in no evidence pack', async () => {
  const { office, ann, prepare, importFile } = await openTwoPeople();
  const { batchId, request } = await prepare();
  await importFile(await ann.approve(request));
  const folder = temporaryFolder();
  const call = { signal: AbortSignal.timeout(60_000), confirm: () => Promise.resolve(false) };
  const pageOn = async (store: Store) => {
    const parts = { ...office.parts, store, servesLive: false };
    const keys = createMemoryApprovalKeys(true);
    return createDispatch(await createCore(parts, undefined, undefined, undefined, keys));
  };
  const page = await pageOn(office.store);
  const elsewhere = await pageOn(openMemoryStore());
  expect(await elsewhere('settings.change', { approvalFolder: folder }, call)).toMatchObject({ ok: true });
  const shown = async () => {
    const { request: change } = await office.get('policies.set', {
      profileName: 'main',
      policy: noApprovalPolicy,
    });
    writeFileSync(path.join(folder, 'change.bursar'), change ?? new Uint8Array());
    const waiting = await elsewhere('approvals.folder', {}, call);
    const pack = await page('evidence.create', { subject: { kind: 'batch', batchId } }, call);
    if (!waiting.ok || !pack.ok) throw new Error('not read');
    expect(verifyArchive(pack.value.bytes).problems).toEqual([]);
    const evidence = contentsOf(Buffer.from(pack.value.bytes)).get('evidence.json');
    return {
      waiting: waiting.value.files.map(({ kind }) => kind),
      hasPolicy: !String(evidence).includes('"controls":null'),
    };
  };
  expect(await shown()).toEqual({ waiting: ['controlRequest'], hasPolicy: true });
  await office.get('profiles.add', {
    name: 'live',
    environment: 'live',
    baseUrl: 'https://gateway.example',
    merchantCode: 'LIVE',
    callbackUrl,
    key: { kind: 'none' },
    isPrepareOnly: true,
  });
  await office.get('policies.set', { profileName: 'live', policy: oneApproval });
  expect(await shown()).toEqual({ waiting: [], hasPolicy: false });
});
