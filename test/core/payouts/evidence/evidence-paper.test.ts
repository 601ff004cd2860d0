import { eventDetail } from '../../../../contract/text/activity/event-detail.ts';
import { expect, it, vi } from 'vitest';
import type { EvidenceSubject } from '../../../../contract/evidence/evidence.ts';
import { dayMs } from '../../../../contract/duration.ts';
import { fail } from '../../../../contract/result.ts';
import type { SigningKey } from '../../../../main/core/ports/index.ts';
import { evidencePaper } from '../../../../main/core/payouts/evidence/evidence-paper.ts';
import { outcomePart, runningSums } from '../../../../main/core/payments/paper.ts';
import { createWitnessFile } from '../../../../main/files/index.ts';
import { callbackUrl, openOffice, type Office } from '../../../kit/office.ts';
import { newAuditKey } from '../../maintenance/records.ts';
import { payment } from '../../payments/decisions.ts';
import { contentsOf, packOf, payBatch, verifyArchive } from './packs.ts';

/** Everything that stands in the PDF of an evidence pack. */
async function paperOf(office: Office, subject: EvidenceSubject): Promise<string> {
  const print = vi.spyOn(office.parts.files, 'writePdf');
  await office.get('evidence.create', { subject });
  return JSON.stringify(print.mock.lastCall?.[0].parts);
}

it('shows who verified a payee, how, which account, and that somebody else recorded it', async () => {
  const office = await openOffice({ systemUser: 'otto' });
  const batchId = await payBatch(office, ['10.00']);
  const [payee] = (await office.get('payees.list', { limit: 5 })).payees;
  await office.get('payees.verify', {
    payeeId: payee?.payeeId ?? '',
    account: 'ACC-0',
    by: 'Jane Roe',
    how: 'Called the number of the contract.',
  });
  expect(await paperOf(office, { kind: 'batch', batchId })).toContain(
    'A verification of the payee was recorded by system user otto. By Jane Roe: Called the number of the contract. (Payee 0, ACC-0)',
  );
});

it('shows why duplicates were confirmed, and for which rows, as the log does', async () => {
  const office = await openOffice();
  await payBatch(office, ['10.00', '20.00']);
  const { batchId } = await office.draft(['10.00', '20.00']);
  await office.releaseAll(batchId);
  const told = /Duplicates confirmed: intended \(the whole batch, rows 1-2\)/;
  expect(await paperOf(office, { kind: 'batch', batchId })).toMatch(told);
  const { events } = await office.get('audit.list', { kinds: ['released'], batchId, limit: 9 });
  expect(events.map(({ detail }) => detail).join()).toMatch(told);
  const confirmed = {
    sameFileAs: null,
    rows: [
      { level: 'exact', kind: 'samePayment', reason: 'Second instalment', rows: '1' },
      { level: 'possible', kind: 'otherReference', reason: 'Other orders', rows: '2,7-9' },
      { level: 'possible', kind: 'otherAmount', reason: 'Other orders', rows: '4' },
    ],
  };
  expect(eventDetail({ code: 'released' }, JSON.stringify({ rowsHash: 'aa', confirmed }))).toBe(
    'Duplicates confirmed: Second instalment (row 1); Other orders (rows 2, 7-9, 4)',
  );
});

it('of a draft says that nothing was released, and mentions no payouts in progress', async () => {
  const office = await openOffice();
  const { batchId } = await office.draft(['10.00', '20.00']);
  const print = vi.spyOn(office.parts.files, 'writePdf');
  await office.get('evidence.create', { subject: { kind: 'batch', batchId } });
  const totals = print.mock.lastCall?.[0].parts.find((part) => part.kind === 'table');
  const headers = totals?.kind === 'table' ? totals.columns.map(({ header }) => header) : [];
  expect(totals?.kind === 'table' ? totals.rows[0] : []).toHaveLength(headers.length);
  const told = totals?.kind === 'table' ? totals.rows[0]?.map((cell, index) => [headers[index], cell]) : [];
  expect(Object.fromEntries(told ?? [])).toMatchObject({
    Draft: '30.00 (2 payouts)',
    'In progress': '–',
  });
});

const empty = {
  about: 'A year',
  createdAt: 0,
  profiles: [],
  parts: [],
  otherPayouts: [],
  otherPayoutCount: 0,
  events: [],
  eventCount: 0,
  checkpoints: 0,
  head: { sequence: 0, hash: '' },
  files: [],
  keyFingerprint: null,
};

it('says how many payments with another payout for their row it leaves out', () => {
  const { parts } = evidencePaper({
    ...empty,
    otherPayouts: [['a-1', 'Retried as b-1 (paid)']],
    otherPayoutCount: 1235,
  });
  expect(parts).toContainEqual({
    kind: 'text',
    text: '1,234 more payments have other payouts: payments.csv names them.',
  });
});

it('says of a paid payout, and of one in conflict, that the gateway holds another amount', () => {
  const problem = { code: 'otherMoney', held: { amount: '8.00', currencyCode: 'EUR' } } as const;
  const payments = (['paid', 'conflict'] as const).map((state) => ({ ...payment, state, problem }));
  const sums = runningSums();
  sums.add(payments);
  const part = { environment: 'sandbox', sums: sums.sums(), payments, paymentsLeftOut: 0 } as const;
  const facts = evidencePaper({ ...empty, parts: [part] }).parts.flatMap((each) =>
    each.kind === 'facts' ? each.facts : [],
  );
  const told = [payment.idPayment, expect.stringContaining('The gateway holds 8.00 EUR')];
  expect(facts).toEqual(expect.arrayContaining([told, told]));
});

it('counts a row that was paid outside Bursar as that, as the report of its batch does', () => {
  const added = runningSums();
  added.add([
    { ...payment, state: 'rejected', problem: { code: 'payAgain' }, gatewayStatus: 'SUCCESS' },
    { ...payment, state: 'rejected' },
  ]);
  const part = outcomePart(added.sums());
  if (part.kind !== 'table') throw new Error('the outcome is no table');
  const told = part.columns.map(({ header }, index) => [header, part.rows[0]?.[index]]);
  expect(Object.fromEntries(told)).toMatchObject({
    'Not paid': expect.stringContaining('(1 payout)'),
    'Paid outside': expect.stringContaining('(1 payout)'),
  });
});

it('names the payout that paid the row of one that was not paid, on paper and in its table, as the export of its batch does', async () => {
  const office = await openOffice();
  const batchId = await payBatch(office, ['4060.06', '10.00']);
  const { batchId: retryId } = await office.get('batches.retry', { batchId });
  const { retriedBy } = await office.get('payouts.show', { idPayout: `${batchId}-1` });
  const retry = retriedBy?.idPayout ?? '';
  const print = vi.spyOn(office.parts.files, 'writePdf');
  const rowOf = async (): Promise<string> => {
    const contents = contentsOf(await packOf(office, { kind: 'payout', idPayout: `${batchId}-1` }));
    return String(contents.get('payments.csv')).split('\n')[1] ?? '';
  };
  expect(await rowOf()).toContain(`,${retry},draft,,${batchId},main,sandbox`);
  expect(print.mock.lastCall?.[0].parts).toContainEqual({
    kind: 'facts',
    facts: [[`${batchId}-1`, `Retry drafted as ${retry}, not released`]],
  });
  await office.releaseAll(retryId);
  await office.get('batches.run', { batchIds: [retryId], until: 'final', silenceLimitMs: 60_000 });
  expect(await rowOf()).toContain(`,${retry},rejected,,${batchId},main,sandbox`);
  expect(print.mock.lastCall?.[0].parts).toContainEqual({
    kind: 'facts',
    facts: [[`${batchId}-1`, `Retried as ${retry} (rejected)`]],
  });
});

it('says whether it contains real money or test data, and adds the two up separately', async () => {
  const office = await openOffice();
  const batchId = await payBatch(office, ['10.00']);
  const subject = { kind: 'batch', batchId } as const;
  const print = vi.spyOn(office.parts.files, 'writePdf');
  const told = async (of: EvidenceSubject) => {
    const { bytes } = await office.get('evidence.create', { subject: of });
    const csv = contentsOf(Buffer.from(bytes)).get('payments.csv')?.toString('utf8') ?? '';
    const paper = print.mock.lastCall?.[0];
    const headings = paper?.parts.flatMap((part) => (part.kind === 'heading' ? [part.text] : []));
    return { about: paper?.about, headings, csv, paper: JSON.stringify(paper?.parts) };
  };
  const ofBatch = await told(subject);
  expect(ofBatch.about).toMatch(/ of profile main: 1 payout\. SANDBOX: test data$/);
  expect(ofBatch.headings?.slice(0, 2)).toEqual(['Totals', 'Payments']);
  expect(ofBatch.csv).toMatch(/,environment\r?\n.*,main,sandbox\r?\n$/);

  const { publicKey } = await office.get('profiles.add', {
    name: 'real',
    environment: 'live',
    baseUrl: office.sandbox.url,
    merchantCode: 'REAL',
    callbackUrl,
    key: { kind: 'generate', modulusBits: 2048 },
  });
  const publicKeyPems = [publicKey?.pem ?? ''];
  office.sandbox.gateway.registerMerchant({ merchantCode: 'REAL', publicKeyPems, secrets: [] });
  const file =
    'amount,currencyCode,paymentMethodCode,accountName,accountNumber\n700.00,EUR,BANK_TRANSFER,Ann,ACC-9';
  const { batch } = await office.get('batches.import', {
    profileName: 'real',
    fileName: 'real.csv',
    bytes: new TextEncoder().encode(file),
  });
  await office.releaseAll(batch.batchId);
  const day = (days: number): string => new Date(office.now() + days * dayMs).toISOString();
  const ofDays = await told({ kind: 'period', from: day(-1), until: day(1) });
  expect(ofDays.about).toMatch(/: 2 payouts\. LIVE: real money, and SANDBOX: test data$/);
  expect(ofDays.headings?.slice(0, 4)).toEqual([
    'Totals (LIVE: real money)',
    'Payments (LIVE: real money)',
    'Totals (SANDBOX: test data)',
    'Payments (SANDBOX: test data)',
  ]);
  expect(ofDays.paper).toContain(`["Profile real","Merchant REAL at ${office.sandbox.url}"]`);
  expect(ofDays.paper).toContain('700.00 (1 payout)');
  expect(ofDays.paper).not.toContain('710.00');
});

it('says who signed the pack as its seal does, also if the keychain is locked or locks meanwhile', async () => {
  const { sign, publicKey } = newAuditKey();
  let isLocked = true;
  const auditKey: SigningKey = {
    publicKey,
    sign: async (bytes) => (isLocked ? fail('keychainLocked', 'The keychain is locked.') : sign(bytes)),
  };
  const office = await openOffice({ evidence: { auditKey, witnessFile: createWitnessFile() } });
  const { writePdf } = office.parts.files;
  const { batchId } = await office.draft(['1.00']);
  const subject = { kind: 'batch', batchId } as const;
  expect(await paperOf(office, subject)).toContain('Not signed');
  isLocked = false;
  vi.spyOn(office.parts.files, 'writePdf').mockImplementationOnce((paper) => {
    isLocked = true;
    return writePdf(paper);
  });
  expect(await office.tell('evidence.create', { subject })).toMatchObject({
    error: { code: 'keychainLocked' },
  });
  isLocked = false;
  const { keyFingerprint } = verifyArchive(await packOf(office, subject));
  expect(keyFingerprint).not.toBeNull();
  expect(await paperOf(office, subject)).toContain(keyFingerprint);
});

it('a changed setting with several fields is told by those that differ', () => {
  const detail = {
    from: { newPayee: 'info', lookAlike: 'warn' },
    to: { newPayee: 'block', lookAlike: 'warn', waitingHours: 24 },
  };
  const said = eventDetail({ code: 'settingChanged', name: 'payeePolicy' }, JSON.stringify(detail));
  expect(said).toBe('New payee: from Inform to Block release; Waiting time in hours: from 0 to 24');
});
