import { expect, it } from 'vitest';
import { minorUnitsOf } from '../../../contract/money/currencies.ts';
import { basedOn, usualSettings } from '../../../contract/settings.ts';
import { openOffice } from '../../kit/office.ts';

const limit = { currencyCode: 'EUR', largestPayout: '100', largestBatch: null };

it('returns the default for a value that was never set, and keeps changed values next to unchanged ones', async () => {
  const { get, events } = await openOffice();
  expect(await get('settings.read', {})).toEqual(usualSettings);
  await get('settings.change', { appearance: 'dark' });
  const changed = await get('settings.change', { duplicateWindowDays: 30 });
  expect(changed).toEqual({ ...usualSettings, appearance: 'dark', duplicateWindowDays: 30 });
  expect(await get('settings.read', {})).toEqual(changed);
  expect(events).toContainEqual({ kind: 'settings', id: 'settings' });
});

it('refuses a change that was made from a list which is another by now, and every other one that is current', async () => {
  const { tell, get } = await openOffice();
  const before = await get('settings.read', {});
  const muted = basedOn(before, { mutedNotifications: ['badge' as const], density: 'compact' as const });
  // Another list, and what is no list, may have changed.
  await get('settings.change', { releaseLimits: [limit], appearance: 'dark' });
  expect(await get('settings.change', muted)).toMatchObject({ mutedNotifications: ['badge'] });
  const after = await get('settings.read', {});
  const late = basedOn(before, {
    mutedNotifications: ['attention' as const],
    density: 'comfortable' as const,
  });
  expect(await tell('settings.change', late)).toMatchObject({ error: { code: 'settingsOvertaken' } });
  expect(await get('settings.read', {})).toEqual(after);
  // Also one that is changed while the gateway is asked about the currency of a floor.
  const floors = [{ profileName: 'main', currencyCode: 'USDT', amount: '1.00' }];
  const slow = tell('settings.change', basedOn(after, { floors }));
  const other = [{ profileName: 'main', currencyCode: 'EUR', amount: '5.00' }];
  await get('settings.change', { floors: other });
  expect(await slow).toMatchObject({ error: { code: 'settingsOvertaken' } });
  expect(await get('settings.read', {})).toMatchObject({ floors: other });
});

it('changes nothing when one of several values is wrong', async () => {
  const { tell, get } = await openOffice();
  const wrong = { appearance: 'dark', duplicateWindowDays: 0 } as const;
  expect(await tell('settings.change', wrong)).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
  expect(await get('settings.read', {})).toEqual(usualSettings);
});

it.each(['not JSON', '"pink"', '17'])(
  'uses the default if %s is stored, and the doctor names the setting',
  async (json) => {
    const { get, store } = await openOffice();
    store.writeSetting('appearance', json);
    store.writeSetting('density', '"compact"');
    expect(await get('settings.read', {})).toEqual({ ...usualSettings, density: 'compact' });
    const checks = await get('doctor.run', {});
    expect(checks.find(({ code }) => code === 'settings')).toEqual({
      code: 'settings',
      isFine: false,
      damaged: ['appearance'],
    });
  },
);

it.each(['floors', 'lowBalanceLimits'] as const)(
  'refuses %s that would affect nothing, and keeps stored values of a removed profile',
  async (name) => {
    const office = await openOffice();
    const { get, tell, store } = office;
    const one = (profileName: string, currencyCode: string, amount = '1.00') => ({
      profileName,
      currencyCode,
      amount,
    });
    const gone = one('former', 'EURO');
    store.writeSetting(name, JSON.stringify([gone]));
    const refused = async (...entries: ReturnType<typeof one>[]) => {
      const result = await tell('settings.change', { [name]: entries });
      expect(await get('settings.read', {})).toMatchObject({ [name]: [gone] });
      return result.ok ? 'accepted' : `${result.error.code} ${result.error.message}`;
    };
    expect(await refused(one('mian', 'EUR'))).toBe(
      'inputInvalid There is no profile named mian. Choose from: main.',
    );
    expect(await refused(one('main', 'EUR', '1.001'))).toContain('EUR has 2 decimals');
    expect(await refused(one('main', 'JPY', '1.50'))).toContain('JPY has no decimals');
    expect(await refused(one('main', 'EUR'), one('main', 'EUR', '2.00'))).toContain(
      'main has two amounts for EUR.',
    );
    const mine = [gone, one('main', 'EUR'), one('main', 'JPY')];
    // Nobody knows the gateway's currencies before its list is read; it is asked, and where it cannot be, a note says so.
    office.leave();
    const unread = await get('settings.change', { [name]: [...mine, one('main', 'EURO')] });
    expect(unread.unlistedCurrencies).toEqual([{ profileName: 'main', currencyCode: 'EURO' }]);
    await get('settings.change', { [name]: [gone] });
    office.comeBack();
    expect(await refused(one('main', 'EURO'))).toContain('the gateway of main does not list it');
    const [list] = await get('codes.refresh', { lists: ['currencies'] });
    const own = list?.codes.find(({ code }) => minorUnitsOf(code) === null)?.code ?? '';
    expect(await refused(one('main', own.toLowerCase()))).toContain(`It lists ${own}.`);
    const changed = await get('settings.change', { [name]: [...mine, one('main', own)] });
    expect([changed[name], changed.unlistedCurrencies]).toEqual([[...mine, one('main', own)], undefined]);
  },
);
