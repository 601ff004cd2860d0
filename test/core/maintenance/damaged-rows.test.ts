import { expect, it } from 'vitest';
import { attentionText } from '../../../contract/text/attention/attention-text.ts';
import { officeWith } from './damaged-office.ts';

it('a batch with an ID that none has stops no payout of another', async () => {
  const office = await officeWith(
    `UPDATE batches SET batchId = 'a b' WHERE releasedAt IS NOT NULL AND kind = 'payout' AND profileNumber = 1`,
  );
  const end = await office.get('batches.run', { batchIds: null, until: 'still', silenceLimitMs: 60_000 });
  expect(end.outcome).toBe('done');
  const sent = office.gateway.book().map(({ merchantCode, acceptedCount }) => [merchantCode, acceptedCount]);
  expect(sent).toContainEqual(['second', 1]);
  const item = (await office.get('attention.list', {})).find(({ kind }) => kind === 'unreadable');
  expect(item === undefined ? '' : attentionText(item)).toContain('batch a b');
});
