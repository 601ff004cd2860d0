import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Session } from '../../../main/faces/cli/command.ts';
import { failed } from '../../../main/faces/cli/failures.ts';
import { repeatDraft } from '../../../main/faces/cli/sheet-draft.ts';
import { batchWith } from '../../kit/attention.ts';
import { openOffice } from '../../kit/office.ts';
import { onlyBatch, readJson } from '../kit/shapes.ts';
import { payoutFile } from '../kit/payout-files.ts';
import { withMerchant } from '../kit/with-merchant.ts';

const Draft = z.looseObject({ batchId: z.string() });
const quiet = { remark: () => undefined };

it('a draft that is made a second time of a batch, a template or a file leaves no sheet behind, and neither does a discarded one', () =>
  withMerchant(async (merchant) => {
    const file = merchant.write('rent.csv', payoutFile([{ accountNumber: 'ACC-1', amount: '1.00' }]));
    const { batchId } = onlyBatch(await merchant.run('pay', file, '--yes', '--json'));
    await merchant.run('template', 'save', 'Rent', '--batch', batchId);
    const listed = async () => (await merchant.run('batch', 'list')).stderr;
    for (const words of [
      ['batch', 'repeat', batchId],
      ['template', 'begin', 'Rent'],
      ['prepare', file, '--set-aside', path.join(merchant.folder, 'rest.csv')],
    ]) {
      const first = readJson(await merchant.run(...words, '--json'), Draft);
      const second = readJson(await merchant.run(...words, '--json'), Draft);
      expect(second.batchId).toBe(first.batchId);
      expect(await listed(), words.join(' ')).not.toContain('of the window');
    }
    const begun = readJson(await merchant.run('template', 'begin', 'Rent', '--json'), Draft);
    expect((await merchant.run('batch', 'cancel', begun.batchId)).stdout).toContain('discarded');
    expect(await listed()).not.toContain('Rent');
  }));

it('a repeated batch whose rows no draft can be made of leaves no sheet, and neither does a command that was killed before', async () => {
  const office = await openOffice();
  const batchId = await batchWith(office, 'rejected', ['1.00']);
  const sheets = () => office.get('sheets.list', {});
  const call: Session['call'] = (name, input) => office.get(name, input);
  const refused: Session['call'] = (name, input) =>
    name === 'sheets.prepare' ? Promise.reject(failed('fileHasErrors', 'No.')) : call(name, input);
  const source = { kind: 'repeat', batchId } as const;
  await expect(repeatDraft({ call: refused }, quiet, source)).rejects.toThrow('Repeat the batch in the app');
  expect(await sheets()).toEqual([]);
  const killed: Session['call'] = (name, input) =>
    name === 'sheets.prepare' ? Promise.reject(new Error('killed')) : call(name, input);
  await expect(repeatDraft({ call: killed }, quiet, source)).rejects.toThrow('killed');
  // What a person changed stays.
  const opening = await office.get('sheets.open', { source });
  const { sheetId } = opening.kind === 'opened' ? opening.sheet : { sheetId: '' };
  const rows = [{ rowId: 1, cells: { amount: '9.00' } }];
  await office.get('sheets.change', { sheetId, change: { kind: 'set', rows } });
  const draft = await repeatDraft({ call }, quiet, source);
  expect((await sheets()).map((each) => [each.batchId, each.sheetId === sheetId])).toEqual([
    [draft.batchId, false],
    [null, true],
  ]);
  await office.get('sheets.remove', { sheetId, onlyUnchangedRepeat: true });
  // A window looks at its sheets: whatever is prepared there leaves the others.
  const again = await office.get('sheets.open', { source });
  await office.get('sheets.prepare', { sheetId: again.kind === 'opened' ? again.sheet.sheetId : '' });
  expect(await sheets()).toHaveLength(3);
});
