import { expect, it } from 'vitest';
import { fail } from '../../../contract/result.ts';
import { createMemoryKeys } from '../../../main/keys/index.ts';
import { attentionOf } from '../../kit/attention.ts';
import { atWork, openOffice, rowsOf } from '../../kit/office.ts';

/** A keychain that a person locks and unlocks. */
function lockable() {
  const keys = createMemoryKeys();
  const chain = { isLocked: false };
  const sign: typeof keys.sign = async (keyId, bytes) =>
    chain.isLocked ? fail('keychainLocked', 'The keychain is locked.') : keys.sign(keyId, bytes);
  return { chain, keys: { ...keys, sign } };
}

it.each([false, true])(
  'a keychain that is locked stops the sending with that reason, and it continues once it is unlocked (in the middle of a batch: %s)',
  async (isUnderWay) => {
    const { chain, keys } = lockable();
    const office = await openOffice({ ...atWork, keys });
    const { gateway } = office.sandbox;
    const handle = gateway.handle.bind(gateway);
    // A token that expires makes the next request need the key.
    gateway.handle = (request) =>
      chain.isLocked && !request.path.includes('auth-tokens')
        ? { status: 401, headers: {}, body: '{"code":"TOKEN_EXPIRED","message":"The token has expired."}' }
        : handle(request);
    const payin = {
      money: { amount: '5.00', currencyCode: 'EUR' },
      paymentMethodCode: 'CARD',
      accountName: '9009',
    };
    await office.get('payins.create', payin);
    const batchId = await office.draftRows(rowsOf(40));
    await office.releaseAll(batchId);
    chain.isLocked = !isUnderWay;
    await office.get('runner.start', {});
    if (isUnderWay) {
      await office.until(() => office.countOf(batchId, 'accepted', 'paid') > 0);
      chain.isLocked = true;
    }
    const problems = async () => (await office.get('runner.state', {})).problems;
    await office.until(async () => (await problems()).length > 0);
    expect(await problems()).toMatchObject([{ profileName: 'main', code: 'keychainLocked' }]);
    const attention = async () =>
      (await attentionOf(office)).map(({ message }) => message.split(' failed ')[0]);
    const expected = ['Creating and tracking payins and top-ups', 'Sending and tracking payouts'];
    await office.until(async () => (await attention()).length === expected.length);
    expect((await attention()).toSorted()).toEqual(expected);
    expect(office.countOf(batchId, 'queued')).toBeGreaterThan(0);
    expect(office.countOf(batchId, 'failed', 'rejected', 'conflict', 'cancelled')).toBe(0);
    chain.isLocked = false;
    await office.until(() => office.countOf(batchId, 'paid') === 40);
    expect(gateway.book().map(({ acceptedCount }) => acceptedCount)).toEqual(Array(40 + 1).fill(1));
    await office.until(async () => (await problems()).length === 0);
    expect(await attention()).toEqual([]);
  },
);
