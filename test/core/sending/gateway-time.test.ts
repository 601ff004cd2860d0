import { expect, it } from 'vitest';
import { succeed } from '../../../contract/result.ts';
import { queueReleased } from '../../../main/core/batches/queue-released.ts';
import { clientOf } from '../../../main/core/context/subject.ts';
import { createFloorGuard } from '../../../main/core/sending/floor-guard.ts';
import { run } from '../../../main/core/sending/run.ts';
import { openOffice, rowsOf } from '../../kit/office.ts';

it("claims nothing before the gateway's time is known, and continues by itself once it is", async () => {
  const office = await openOffice({ longestWaitMs: 50 });
  const { parts, store } = office;
  const batchId = await office.draftRows(rowsOf(3));
  // An earlier process released it: this one has not heard the gateway yet.
  const rowsHash = store.findBatch(batchId)?.rowsHash ?? '';
  expect(store.releaseBatch(batchId, { rowsHash, releasesSeen: null, at: office.now() })).toBe('released');
  await queueReleased(parts, batchId);
  const profile = store.findProfile('main');
  if (profile === null) throw new Error('there is no profile');
  const client = clientOf(parts.gateway, profile);
  expect(client.gatewayNow()).toBeNull();
  office.leave();
  let isSilent = false;
  const ended = run(
    {
      ...parts,
      client,
      profile,
      isPaying: true,
      onRecorded: () => undefined,
      onRefused: () => undefined,
      floors: createFloorGuard(parts, profile, () => []),
      repeats: { hasDoubtful: () => false, hasOtherStatus: () => false },
      askOld: () => Promise.resolve(succeed(false)),
      askIfThere: () => Promise.resolve(succeed(false)),
      paidByRetry: () => Promise.resolve({ ok: true, value: null }),
      onHeld: () => undefined,
      onSilence: (error) => {
        isSilent = error !== null;
      },
    },
    {
      batchIds: () => [batchId],
      until: 'final',
      silenceLimitMs: Number.POSITIVE_INFINITY,
      signal: AbortSignal.timeout(60_000),
      workSignal: null,
      keepsAsking: false,
    },
  );
  await office.until(() => isSilent);
  const rows = () => store.rowsOfBatch(batchId, 0, 10);
  for (const { paymentId } of rows()) expect(store.attemptsOf(paymentId)).toEqual([]);
  office.comeBack();
  expect(await ended).toEqual({ outcome: 'done', error: null });
  expect(office.countOf(batchId, 'paid')).toBe(3);
  expect(rows().map(({ gatewaySentAt }) => gatewaySentAt)).not.toContain(null);
  expect(office.sandbox.gateway.book().map(({ acceptedCount }) => acceptedCount)).toEqual([1, 1, 1]);
});
