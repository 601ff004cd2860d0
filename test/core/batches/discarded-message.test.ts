import { expect, it, onTestFinished } from 'vitest';
import { paymentMeaning } from '../../../contract/text/payment-meaning.ts';
import { receiptSentence } from '../../../renderer/payouts/receipt/receipt-text.ts';
import { other, painMessage } from '../../files/messages/pain-001.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';

it.each([
  ['discarded', false],
  ['released again and cancelled', true],
])(
  'I10: the answer to a payment file does not call a payout of a draft that was %s rejected if it may have been sent since the backup',
  async (_how, isReleasedAgain) => {
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
    if (isReleasedAgain) expect((await office.release(batchId)).ok).toBe(true);
    const idPayout = office.store.rowsOfBatch(batchId, 0, 1)[0]?.idPayment ?? '';
    const said = async (): Promise<string> => {
      const payout = await office.get('payouts.show', { idPayout });
      return `${paymentMeaning({ ...payout, kind: 'payout', origin: null })} ${receiptSentence(payout)}`;
    };
    const unsent = /nothing was sent|not sent yet|not paid|before it was sent/i;
    expect(await said()).not.toMatch(unsent);
    await office.get('batches.cancel', { batchId });
    expect(await said()).not.toMatch(unsent);
    const answered = async (): Promise<string | undefined> => {
      const { bytes: report } = await office.get('batches.export', { batchId, format: 'pain.002' });
      return /<TxSts>([^<]*)/.exec(Buffer.from(report).toString('utf8'))?.[1];
    };
    expect(await answered()).toBe('PDNG');
    // Once a person has checked what the gateway holds.
    await office.get('attention.dismissOlderRecords', {});
    expect(await answered()).toBe('RJCT');
  },
);
