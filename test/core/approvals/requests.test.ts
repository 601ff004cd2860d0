import { describe, expect, it } from 'vitest';
import { openColleague } from '../../kit/people.ts';
import { openTwoPeople, prepareElsewhere } from './two-people.ts';

describe('an approval request', () => {
  it('is shown with the draft until it is withdrawn, once', async () => {
    const { office, prepare } = await openTwoPeople();
    const { batchId } = await prepare();
    const status = () => office.get('approvals.status', { batchId });
    expect((await status()).request).toMatchObject({
      preparedBy: { name: 'Otto', isEnrolled: false },
      isExpired: false,
      isOwn: true,
    });
    office.wait(8 * 24 * 3_600_000);
    expect((await status()).request).toMatchObject({ isExpired: true });
    await office.get('approvals.withdraw', { batchId });
    expect((await status()).request).toBe(null);
    expect(await office.tell('approvals.withdraw', { batchId })).toMatchObject({
      ok: false,
      error: { code: 'notFound' },
    });
    await office.get('approvals.request', { batchId });
    expect((await status()).request).toMatchObject({ isExpired: false });
  });

  it('of somebody else is not withdrawn here', async () => {
    const { office } = await openTwoPeople();
    const ben = await openColleague(office.parts, 'Ben');
    const { batchId, request } = await prepareElsewhere(ben, office);
    await office.get('approvals.import', { file: request });
    expect((await office.get('approvals.status', { batchId })).request).toMatchObject({
      preparedBy: { name: 'Ben' },
      isOwn: false,
    });
    expect(await office.tell('approvals.withdraw', { batchId })).toMatchObject({
      ok: false,
      error: { code: 'policyBlocks' },
    });
  });

  it('names in the report of its batch who prepared it, and who imported it here', async () => {
    const { office } = await openTwoPeople();
    const ben = await openColleague(office.parts, 'Ben');
    const { batchId, request } = await prepareElsewhere(ben, office);
    await office.get('approvals.import', { file: request });
    const { preparedBy } = await office.get('batches.show', { batchId });
    expect(preparedBy).toMatch(/^Ben \(fingerprint ([a-z2-9]{4} ?){8}\), imported here$/);
    const own = await office.draft(['100.00']);
    await office.get('approvals.request', { batchId: own.batchId, name: 'Otto' });
    expect((await office.get('batches.show', { batchId: own.batchId })).preparedBy).toBeNull();
  });

  it('is signed under the name of the settings, where the person never signed under another', async () => {
    const { office } = await openTwoPeople();
    await office.get('settings.change', { personName: 'Olga Orlova' });
    const { batchId } = await office.draft(['100.00']);
    const signerOf = async (): Promise<string> => {
      const { bytes } = await office.get('approvals.request', { batchId });
      const shown = await office.get('approvals.show', { file: bytes });
      return 'preparedBy' in shown ? shown.preparedBy.name : '';
    };
    expect(await signerOf()).toBe('Olga Orlova');
    await office.get('approvals.request', { batchId, name: 'Otto' });
    expect(await signerOf()).toBe('Otto');
  });
});

it('a prepare-only profile is given no key later either', async () => {
  const { office } = await openTwoPeople();
  const ben = await openColleague(office.parts, 'Ben');
  await prepareElsewhere(ben, office);
  const key = { kind: 'generate', modulusBits: 2048 } as const;
  expect(await ben.tell('profiles.replaceKey', { name: 'prepares', key })).toMatchObject({
    ok: false,
    error: { code: 'inputInvalid' },
  });
});
