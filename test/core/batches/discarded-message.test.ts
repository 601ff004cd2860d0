import { expect, it, onTestFinished } from 'vitest';
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
