import { expect, it } from 'vitest';
import { usualSettings } from '../../../contract/settings.ts';
import { openOffice } from '../../kit/office.ts';

it('has the usual value for whatever was never set, and keeps what is changed beside what is not', async () => {
  const { get, events } = await openOffice();
  expect(await get('settings.read', {})).toEqual(usualSettings);
  await get('settings.change', { appearance: 'dark' });
  const changed = await get('settings.change', { duplicateWindowDays: 30 });
  expect(changed).toEqual({ ...usualSettings, appearance: 'dark', duplicateWindowDays: 30 });
  expect(await get('settings.read', {})).toEqual(changed);
  expect(events).toContainEqual({ kind: 'settings', id: 'settings' });
});

it('changes nothing when one of several values is wrong', async () => {
  const { tell, get } = await openOffice();
  const wrong = { appearance: 'dark', duplicateWindowDays: 0 } as const;
  expect(await tell('settings.change', wrong)).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
  expect(await get('settings.read', {})).toEqual(usualSettings);
});

it.each(['not JSON', '"pink"', '17'])(
  'uses the usual value where %s is kept, and the doctor names the setting',
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
