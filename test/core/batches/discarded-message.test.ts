import { expect, it, onTestFinished } from 'vitest';
import { paymentMeaning } from '../../../contract/text/payment-meaning.ts';
import { receiptSentence } from '../../../renderer/payouts/receipt/receipt-text.ts';
import { other, painMessage } from '../../files/messages/pain-001.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';

/** An office with the draft of a payment file of one row, to this account, and what Bursar answers to that file. */
async function openDesk(account: string) {
  const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8) });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const message = painMessage({ groups: [{ payments: [{ endToEndId: 'one', account: other(account) }] }] });
  const imported = await office.get('batches.import', {
    fileName: 'payroll.xml',
    bytes: new TextEncoder().encode(message),
    methodRules: [{ when: {}, paymentMethodCode: 'BANK_TRANSFER' }],
  });
  const { batchId } = imported.batch;
  return {
    office,
    batchId,
    send: async (id: string): Promise<void> => {
      expect((await office.release(id)).ok).toBe(true);
      await office.get('batches.run', { batchIds: null, until: 'final', silenceLimitMs: 60_000 });
    },
    answered: async (): Promise<string | undefined> => {
      const { bytes: report } = await office.get('batches.export', { batchId, format: 'pain.002' });
      return /<TxSts>([^<]*)/.exec(Buffer.from(report).toString('utf8'))?.[1];
    },
  };
}

it.each([
  ['discarded', false],
  ['released again and cancelled', true],
])(
  'I10: the answer to a payment file does not call a payout of a draft that was %s rejected if it may have been sent since the backup',
  async (_how, isReleasedAgain) => {
    const { office, batchId, send, answered } = await openDesk('A-1');
    const backup = office.store.image();
    await send(batchId);
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
    expect(await answered()).toBe('PDNG');
    // Once a person has checked what the gateway holds.
    await office.get('attention.dismissOlderRecords', {});
    expect(await answered()).toBe('RJCT');
  },
);

it('I10: the answer to a payment file does not call a row rejected that a retry may have paid since the backup', async () => {
  const { office, batchId, send, answered } = await openDesk('REFUSED-9002');
  await send(batchId);
  expect(await answered()).toBe('RJCT');
  const backup = office.store.image();
  const opening = await office.get('sheets.open', { source: { kind: 'retryBatch', batchId } });
  if (opening.kind !== 'opened') throw new Error(opening.kind);
  const { sheetId } = opening.sheet;
  const rows = [{ rowId: 1, cells: { accountNumber: 'REPAIRED' } }];
  await office.get('sheets.change', { sheetId, change: { kind: 'set', rows } });
  await send((await office.get('sheets.prepare', { sheetId })).batchId);
  expect(office.gateway.book()).toHaveLength(1);
  await office.restart({ isRestored: true, missesRetries: true }, backup);
  expect(await answered()).toBe('PDNG');
  await office.get('attention.dismissOlderRecords', {});
  expect(await answered()).toBe('RJCT');
});
