import { expect, it, onTestFinished } from 'vitest';
import { receiptSentence } from '../../../renderer/payouts/receipt/receipt-text.ts';
import { openOffice } from '../../kit/office.ts';
import { other, painMessage } from '../../files/messages/pain-001.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';

it('I10: the answer to a payment file does not call a payout of a discarded draft rejected if it may have been sent since the backup', async () => {
  const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8) });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const bytes = new TextEncoder().encode(
    painMessage({ groups: [{ payments: [{ endToEndId: 'one', account: other('A-1') }] }] }),
  );
  const methodRules = [{ when: {}, paymentMethodCode: 'BANK_TRANSFER' }];
  const { batch } = await office.get('batches.import', { fileName: 'payroll.xml', bytes, methodRules });
  const { batchId } = batch;
  const backup = office.store.image();
  expect((await office.release(batchId)).ok).toBe(true);
  await office.get('batches.run', { batchIds: null, until: 'final', silenceLimitMs: 60_000 });
  expect(office.gateway.book()).toHaveLength(1);
  await office.restart({ isRestored: true }, backup);
  await office.get('batches.cancel', { batchId });
  const answered = async (): Promise<string | undefined> => {
    const { bytes: report } = await office.get('batches.export', { batchId, format: 'pain.002' });
    return /<TxSts>([^<]*)/.exec(Buffer.from(report).toString('utf8'))?.[1];
  };
  expect(await answered()).toBe('PDNG');
  // Once a person has checked what the gateway holds.
  await office.get('attention.dismissOlderRecords', {});
  expect(await answered()).toBe('RJCT');
});

it('the receipt of a payout that was cancelled while its batch was being released does not call it discarded', async () => {
  const office = await openOffice();
  const sentence = async (batchId: string): Promise<string> => {
    await office.get('batches.cancel', { batchId });
    const idPayout = office.store.rowsOfBatch(batchId, 0, 1)[0]?.idPayment ?? '';
    return receiptSentence(await office.get('payouts.show', { idPayout }));
  };
  const { batchId, rowsHash } = await office.draft(['1.00']);
  expect(office.store.releaseBatch(batchId, { rowsHash, releasesSeen: null, at: office.now() })).toBe(
    'released',
  );
  expect(office.store.findBatch(batchId)?.state).toBe('releasing');
  expect(await sentence(batchId)).toBe('Not paid: cancelled before it was sent.');
  const { batchId: draftId } = await office.draft(['2.00']);
  expect(await sentence(draftId)).toBe('Not confirmed as paid: discarded before it was released.');
});
