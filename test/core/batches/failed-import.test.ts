import { describe, expect, it, onTestFinished } from 'vitest';
import { auditProblems } from '../../kit/store.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';
import { StoreError } from '../../../main/store/store-error.ts';

const header =
  'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference,idPayout';
const rows = (idPayout: string, reference = 'March') =>
  [1, 2].map(
    (number) =>
      `${number}0.00,EUR,BANK_TRANSFER,Payee ${number},ACC-${number},SANDBOX_BANK,${reference},${idPayout === '' ? '' : `${idPayout}-${number}`}`,
  );
const file = (lines: readonly string[], fileName: string) => ({
  profileName: 'main',
  fileName,
  bytes: new TextEncoder().encode([header, ...lines].join('\n')),
});

function open(): VirtualOffice {
  const office = new VirtualOffice({ start: Date.UTC(2026, 0, 5) });
  onTestFinished(() => office.close());
  office.addProfile('main');
  return office;
}

/** The ID of the batch that these rows become, which then is gone as after a restored backup, and the same rows under its order IDs. */
async function exported(office: VirtualOffice): Promise<{ batchId: string; fileBatchId: string }> {
  const image = office.store.image();
  const { batch } = await office.get('batches.import', file(rows(''), 'march.csv'));
  await office.restart({}, image);
  const again = await office.get('batches.import', file(rows(batch.batchId, 'March'), 'exported.csv'));
  return { batchId: batch.batchId, fileBatchId: again.batch.batchId };
}

describe('a batch that could not be stored', () => {
  it('leaves nothing behind: its rows, and their order IDs, can be stored once the reason is gone', async () => {
    const office = open();
    const { addRows } = office.store;
    Object.assign(office.store, {
      addRows: (...input: Parameters<typeof addRows>) => {
        addRows(...input);
        throw new StoreError('storageFailed', 'Writing to the database failed: the disk is full.');
      },
    });
    const failed = await office.tell('batches.import', file(rows('own'), 'a.csv'));
    expect(failed).toMatchObject({ ok: false, error: { code: 'storageFailed' } });
    Object.assign(office.store, { addRows });
    const other = await office.get('batches.import', file(rows('own', 'April'), 'b.csv'));
    expect(other.batch.rows).toBe(2);
    await office.get('batches.cancel', { batchId: other.batch.batchId });
    const same = await office.get('batches.import', file(rows('own'), 'a.csv'));
    expect(same.batch).toMatchObject({ rows: 2, state: 'draft' });
  });

  it('names the batch of a file that has the order IDs that Bursar derives from these rows, each time', async () => {
    const office = open();
    const { batchId, fileBatchId } = await exported(office);
    for (const fileName of ['march.csv', 'march.csv', 'again.csv'])
      expect(await office.tell('batches.import', file(rows(''), fileName))).toMatchObject({
        ok: false,
        error: {
          code: 'orderIdUsed',
          message: `The order ID ${batchId}-1, which Bursar gives row 1, came with a file into batch ${fileBatchId}. Bursar derives it from these rows, so that batch may pay them already: look at it first.`,
        },
      });
  });

  it('replaces that batch if it was discarded', async () => {
    const office = open();
    const { batchId, fileBatchId } = await exported(office);
    await office.get('batches.cancel', { batchId: fileBatchId });
    const { batch } = await office.get('batches.import', file(rows(''), 'march.csv'));
    expect(batch.batchId).toBe(batchId);
    expect(office.store.findBatch(fileBatchId)).toBeNull();
  });
});

describe('order IDs that a file brings', () => {
  /** Enough rows for several commits. */
  const own = Array.from({ length: 2100 }, (_, index) => index + 1);
  const lines = (numbers: readonly number[], reference: string) =>
    numbers.map(
      (number) =>
        `1.00,EUR,BANK_TRANSFER,Payee ${number},ACC-${number},SANDBOX_BANK,${reference} ${number},own-${number}`,
    );
  const orderIds = (office: VirtualOffice, batchId: string) =>
    office.store.rowsOfBatch(batchId, 0, own.length).map(({ idPayment }) => idPayment);

  it('I2: are free again if discarded drafts had them, and stay theirs until then and for a check', async () => {
    const office = open();
    const parts = [own.slice(0, 3), own.slice(900, 1200), own.slice(2000)];
    const drafts: string[] = [];
    for (const [index, part] of parts.entries()) {
      const { batch } = await office.get('batches.import', file(lines(part, 'Part'), `${index}.csv`));
      drafts.push(batch.batchId);
    }
    const whole = file(lines(own, 'Whole'), 'whole.csv');
    const [first = '', second = '', third = ''] = drafts;
    for (const batchId of [first, second]) await office.get('batches.cancel', { batchId });
    expect(await office.tell('batches.import', whole)).toMatchObject({ error: { code: 'orderIdUsed' } });
    expect(office.store.findBatch(third)).toMatchObject({ state: 'draft', rows: 100 });

    await office.get('batches.cancel', { batchId: third });
    expect(await office.get('batches.checkFile', whole)).toMatchObject({ rows: 2100, problems: [] });
    expect(office.store.findBatch(third)).toMatchObject({ state: 'cancelled', rows: 100 });

    const { batch } = await office.get('batches.import', whole);
    expect(orderIds(office, batch.batchId)).toEqual(own.map((number) => `own-${number}`));
    for (const batchId of drafts) expect(office.store.findBatch(batchId)).toBeNull();
    expect(await office.release(batch.batchId)).toMatchObject({ ok: true });
    expect(await office.tell('batches.import', file(lines([2100], 'Last'), 'last.csv'))).toMatchObject({
      error: { code: 'orderIdUsed' },
    });
    expect(auditProblems(office.store)).toEqual([]);
  });
});
