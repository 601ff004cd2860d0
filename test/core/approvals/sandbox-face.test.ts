import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { largestFileReadAlone } from '../../../contract/approvals/approval-folder.ts';
import { noApprovalPolicy } from '../../../contract/approvals/approval-policy.ts';
import { createCore } from '../../../main/core/core.ts';
import type { Store } from '../../../main/core/ports/index.ts';
import { createDispatch } from '../../../main/dispatch.ts';
import { createMemoryApprovalKeys } from '../../../main/keys/index.ts';
import { openMemoryStore } from '../../kit/memory-store.ts';
import { callbackUrl, type Office } from '../../kit/office.ts';
import { temporaryFolder } from '../../kit/store.ts';
import { contentsOf, verifyArchive } from '../payouts/evidence/packs.ts';
import { oneApproval, openTwoPeople } from './two-people.ts';

const liveProfile = {
  name: 'live',
  environment: 'live',
  baseUrl: 'https://gateway.example',
  merchantCode: 'LIVE',
  callbackUrl,
  key: { kind: 'none' },
  isPrepareOnly: true,
} as const;

/** What a page in a browser calls, on this store. */
async function pageOn({ parts }: Office, store: Store) {
  const keys = createMemoryApprovalKeys(true);
  const core = await createCore(
    { ...parts, store, servesLive: false },
    undefined,
    undefined,
    undefined,
    keys,
  );
  return createDispatch(core);
}

it('a face without live profiles opens no large file about a live merchant, of which nothing is known until it is read', async () => {
  const { office, ann } = await openTwoPeople();
  await ann.tell('profiles.add', liveProfile);
  const header = 'amount,currencyCode,paymentMethodCode,accountName,accountNumber,reference';
  const reference = '山'.repeat(250);
  const rows = Array.from(
    { length: 1500 },
    (_, row) => `${row + 1}.00,EUR,BANK_TRANSFER,${'山'.repeat(240)}${row},ACC-${row},${reference}`,
  );
  const bytes = new TextEncoder().encode([header, ...rows].join('\n'));
  const made = await ann.tell('batches.import', { fileName: 'live.csv', bytes });
  if (!made.ok) throw new Error(made.error.message);
  const request = await ann.tell('approvals.request', { batchId: made.value.batch.batchId });
  if (!request.ok) throw new Error(request.error.message);
  expect(request.value.bytes.length).toBeGreaterThan(largestFileReadAlone);
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'large.bursar'), request.value.bytes);

  const page = await pageOn(office, openMemoryStore());
  const call = { signal: AbortSignal.timeout(60_000), confirm: () => Promise.resolve(false) };
  await page('settings.change', { approvalFolder: folder }, call);
  expect(await page('approvals.folder', {}, call)).toMatchObject({ value: { files: [{ kind: 'unread' }] } });
  expect(await page('approvals.openWaiting', { name: 'large.bursar' }, call)).toMatchObject({
    error: { code: 'liveNotServed' },
  });
  expect(await page('approvals.folder', {}, call)).toMatchObject({ value: { files: [] } });
});

it('a face without live profiles shows no policy of a live merchant: in no request for a change, and in no evidence pack', async () => {
  const { office, ann, prepare, importFile } = await openTwoPeople();
  const { batchId, request } = await prepare();
  await importFile(await ann.approve(request));
  const folder = temporaryFolder();
  const call = { signal: AbortSignal.timeout(60_000), confirm: () => Promise.resolve(false) };
  const page = await pageOn(office, office.store);
  const elsewhere = await pageOn(office, openMemoryStore());
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
  await office.get('profiles.add', liveProfile);
  await office.get('policies.set', { profileName: 'live', policy: oneApproval });
  expect(await shown()).toEqual({ waiting: [], hasPolicy: false });
});
