import { expect, it } from 'vitest';
import { countItems } from '../../../../contract/treasury/attention.ts';
import { attentionOf } from '../../../kit/attention.ts';
import { openOffice } from '../../../kit/office.ts';

it('says how many drafts with duplicates there are beyond the hundred newest', async () => {
  const office = await openOffice();
  const held = Array.from({ length: 103 }, (_, index) => ({
    batchId: `draft-${index}`,
    profileName: 'main',
    fileName: `${index}.csv`,
    rows: 1,
    sameFileAs: null,
  }));
  office.store.heldDrafts = (limit) => held.slice(0, limit);
  const listed = await attentionOf(office);
  expect(listed).toHaveLength(101);
  expect(listed.at(-1)).toMatchObject({ kind: 'heldDuplicates', batchId: null, count: 3 });
  expect(listed.at(-1)?.message).toBe(
    '3 more drafts may have duplicates, or rows that were released before.',
  );
  expect(countItems(listed)).toBe(103);
});
