import { describe, expect, it } from 'vitest';
import { changeQuestion } from '../../../contract/window/change.ts';
import { claim, found, importBatch, newRow, release } from '../../kit/store.ts';
import { live, openDesktop } from './desktop.ts';

describe('I5: what a page asks for about released payouts of a live profile is confirmed outside it', () => {
  it('repeating the request of a payout in doubt, which may pay it twice', async () => {
    const { office, asked, ask } = await openDesktop(false);
    const { store } = office;
    const doubtful = (batchId: string, key: string): string => {
      importBatch(store, batchId, 1, key);
      release(store, batchId);
      const [intent] = claim(store, batchId);
      const paymentId = intent?.payment.paymentId ?? 0;
      store.interruptSending(1, office.now());
      store.record([found(paymentId, 'unknown', 'unknown', { dueAt: null })], office.now());
      return intent?.payment.idPayment ?? '';
    };
    const idPayout = doubtful('real-1', 'live-key');
    // A newer one under this order ID, of a removed test profile: nothing is decided about it, so the question is not about it either.
    const gone = { keyId: 'gone-key', name: 'gone', environment: 'sandbox', merchantCode: 'GONE' } as const;
    expect(store.addProfile({ ...live, ...gone, at: office.now() })).toBe(true);
    importBatch(store, 'gone-1', [newRow('gone-1', 1, { idPayment: idPayout })], 'gone-key');
    release(store, 'gone-1');
    const [sent] = claim(store, 'gone-1');
    store.record([found(sent?.payment.paymentId ?? 0, 'sending', 'rejected', { dueAt: null })], office.now());
    expect(store.removeProfile('gone', office.now())).toBe(true);
    expect(store.findPayment(idPayout)).toMatchObject({ keyId: 'gone-key' });
    expect(await ask('payouts.decide', { idPayout, decision: 'sendAgain' })).toMatchObject({
      error: { code: 'changeDeclined' },
    });
    expect(store.findPayment(idPayout, 'real')?.state).toBe('unknown');
    expect(asked).toMatchObject([{ kind: 'approvals', action: 'Repeat' }]);
    expect(changeQuestion(asked).detail).toContain(idPayout);
    expect(await ask('payouts.decide', { idPayout, decision: 'notAccepted' })).toMatchObject({ ok: true });
    const test = doubtful('test-1', store.findProfile('main')?.keyId ?? '');
    expect(await ask('payouts.decide', { idPayout: test, decision: 'sendAgain' })).toMatchObject({
      ok: true,
    });
    expect(asked).toHaveLength(1);
  });

  it('resuming a batch that was paused, which sends the rest of it', async () => {
    const { office, asked, ask } = await openDesktop(false);
    const { store } = office;
    const pausedBatch = (batchId: string, key: string): void => {
      importBatch(store, batchId, 3, key);
      release(store, batchId);
      claim(store, batchId, 1);
      store.interruptSending(1, office.now());
      store.setPaused(batchId, true, office.now());
    };
    pausedBatch('real-1', 'live-key');
    pausedBatch('test-1', store.findProfile('main')?.keyId ?? '');
    expect(await ask('batches.resume', { batchId: 'real-1' })).toMatchObject({
      error: { code: 'changeDeclined' },
    });
    expect(store.isPaused('real-1')).toBe(true);
    expect(asked).toMatchObject([{ kind: 'approvals', action: 'Resume' }]);
    const { detail } = changeQuestion(asked);
    for (const said of ['real-1.csv', '2 payouts of 3 rows waiting to be sent', '1 payout unknown'])
      expect(detail).toContain(said);
    expect(await ask('batches.resume', { batchId: 'test-1' })).toMatchObject({ ok: true });
    await ask('batches.pause', { batchId: 'real-1' });
    expect(asked).toHaveLength(1);
    const confirming = await openDesktop(true);
    importBatch(confirming.office.store, 'real-1', 1, 'live-key');
    release(confirming.office.store, 'real-1');
    confirming.office.store.setPaused('real-1', true, office.now());
    expect(await confirming.ask('batches.resume', { batchId: 'real-1' })).toMatchObject({ ok: true });
  });
});
