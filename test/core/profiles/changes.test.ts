import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { changeQuestion } from '../../../contract/window/change.ts';
import type { OlderRecords } from '../../../contract/treasury/attention.ts';
import type { CoreContext } from '../../../main/core/context/context.ts';
import { callbackUrl } from '../../kit/office.ts';
import { temporaryFolder } from '../../kit/store.ts';
import { live, openDesktop } from './desktop.ts';

const floor = { profileName: 'main', currencyCode: 'EUR', amount: '5.00' };
const limit = { currencyCode: 'EUR', largestPayout: '100', largestBatch: '1000' };
const listener = { isOn: false, host: '127.0.0.1', port: 14_280, publicUrl: null };
const unchanged = { name: 'real', newName: 'real', callbackUrl };

describe('I5: a change from a page is confirmed outside it', () => {
  it('in a window with live profiles: addresses, key and removal of a live profile, none of which happens without', async () => {
    const { office, asked, ask } = await openDesktop(false);
    const before = office.store.findProfile('real');
    const outcomes = [
      await ask('profiles.edit', { ...unchanged, callbackUrl: 'https://evil.example/' }),
      await ask('profiles.edit', { ...unchanged, paymentPageUrl: 'https://evil.example' }),
      await ask('profiles.edit', { ...unchanged, paymentPageUrl: null }),
      await ask('profiles.replaceKey', { name: 'real', key: { kind: 'generate', modulusBits: 2048 } }),
      await ask('profiles.remove', { name: 'real' }),
    ];
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ ok: false, error: { code: 'changeDeclined' } });
    expect(asked.map(({ kind }) => kind)).toEqual([
      'callbackUrl',
      'paymentPageUrl',
      'paymentPageUrl',
      'replaceKey',
      'removeProfile',
    ]);
    expect(office.store.findProfile('real')).toEqual(before);
  });

  it('the gateway, merchant and profile for which the key of a file signs', async () => {
    const { office, asked, ask } = await openDesktop(false);
    const key = { kind: 'import', path: '/keys/real.pem', passphrase: null } as const;
    const evil = {
      name: 'helper',
      environment: 'sandbox',
      baseUrl: 'https://gatewаy.example/api',
      merchantCode: 'REAL',
      callbackUrl,
    } as const;
    expect(await ask('profiles.add', { ...evil, key })).toMatchObject({ error: { code: 'changeDeclined' } });
    expect(await ask('profiles.replaceKey', { name: 'main', key })).toMatchObject({
      error: { code: 'changeDeclined' },
    });
    expect(await ask('profiles.replaceKey', { name: 'real', key })).toMatchObject({
      error: { code: 'changeDeclined' },
    });
    expect(asked.map(({ kind }) => kind)).toEqual(['useKeyFile', 'useKeyFile', 'replaceKey', 'useKeyFile']);
    expect(changeQuestion(asked.slice(0, 1)).detail).toBe(
      [
        '/keys/real.pem',
        'It signs as merchant REAL for profile helper (sandbox), at this gateway:',
        '    https://xn--gatewy-7nf.example/api',
        'The operator of that address receives what the key signs.',
      ].join('\n'),
    );
    expect(office.store.findProfile('helper')).toBeNull();
    const own = { kind: 'generate', modulusBits: 2048 } as const;
    expect(await ask('profiles.add', { ...evil, key: own })).toMatchObject({ ok: true });
  });

  it('a loosened limit, another update feed, another interface of the listener', async () => {
    const { office, asked, ask } = await openDesktop(false);
    await office.get('settings.change', { releaseLimits: [limit], duplicateWindowDays: 90, floors: [floor] });
    const before = await office.get('settings.read', {});
    const loosened = [
      { releaseLimits: [] },
      { releaseLimits: [{ ...limit, largestPayout: '100.01' }] },
      { releaseLimits: [{ ...limit, largestBatch: null }] },
      { releaseLimits: [{ ...limit, currencyCode: 'USD' }] },
      { floors: [] },
      { floors: [{ ...floor, amount: '4.99' }] },
      { duplicateWindowDays: 89 },
      { updateFeedUrl: 'https://evil.example/feed' },
      { callbackListener: { ...listener, host: '0.0.0.0' } },
    ];
    for (const change of loosened)
      expect(await ask('settings.change', change)).toMatchObject({ error: { code: 'changeDeclined' } });
    expect(asked).toHaveLength(loosened.length);
    expect(await office.get('settings.read', {})).toEqual(before);
    await ask('callbacks.listen', { host: '0.0.0.0', port: 0 });
    expect(asked).toHaveLength(loosened.length + 1);
  });

  it('a second floor in another spelling of the currency, which would apply instead of a higher one', async () => {
    const { office, asked, ask } = await openDesktop(false);
    const stored = [{ ...floor, currencyCode: 'usdt', amount: '100' }];
    // Set before the list of the gateway, which writes USDT, was loaded.
    office.store.changeSettings([{ name: 'floors', json: JSON.stringify(stored), detail: null }], 1);
    const lower = [...stored, { ...floor, currencyCode: 'USDT', amount: '0' }];
    expect(await ask('settings.change', { floors: lower })).toMatchObject({
      error: { code: 'changeDeclined' },
    });
    const same = [...stored, { ...floor, currencyCode: 'USDT', amount: '100' }];
    expect(await ask('settings.change', { floors: same })).toMatchObject({ ok: true });
    expect(asked).toHaveLength(1);
  });

  it('an import of payees, with those in the list and their accounts, whatever the file is called', async () => {
    const { office, asked, ask } = await openDesktop(false);
    const rows = Array.from({ length: 32 }, (_, index) => `Vendor ${index},1020304${index}`);
    const list = (lines: readonly string[]) =>
      new TextEncoder().encode(['accountName,accountNumber', ...lines].join('\n'));
    const wanted = { profileName: 'main', fileName: 'vendors.csv' };
    const few = await ask('payees.import', { ...wanted, bytes: list(rows.slice(0, 1)), verifiedBy: 'Kim' });
    const many = await ask('payees.import', { ...wanted, bytes: list(rows) });
    for (const outcome of [few, many]) expect(outcome).toMatchObject({ error: { code: 'changeDeclined' } });
    const [first, second] = asked.map((change) => changeQuestion([change]).detail);
    expect(first).toBe(
      'The payees of vendors.csv become known and verified, by Kim.\n1 payee:\n    Vendor 0, 10203040',
    );
    expect(second).toContain('become known.\n32 payees:\n    Vendor 0, 10203040\n    Vendor 1, 10203041\n');
    expect(second).toMatch(/Vendor 29, 102030429\n {4}and 2 more payees$/);
    expect((await office.get('payees.list', { limit: 5 })).payees).toEqual([]);
  });

  it('a verification, with the name of the payee for whom it counts and all that is recorded', async () => {
    const { office, asked, ask } = await openDesktop(false);
    const bytes = new TextEncoder().encode('accountName,accountNumber\nCorvo Glass,10203040');
    await office.get('payees.import', { profileName: 'main', fileName: 'l.csv', bytes });
    const [payee] = (await office.get('payees.list', { limit: 5 })).payees;
    const said = { account: '99887766', by: 'Kim', how: 'Called.', note: 'Invoice 7' };
    const verified = await ask('payees.verify', { payeeId: payee?.payeeId ?? '', ...said });
    expect(verified).toMatchObject({ error: { code: 'changeDeclined' } });
    expect(asked).toEqual([
      {
        kind: 'payees',
        lines: [
          `Account 99887766 of payee ${payee?.payeeId} (Corvo Glass) is verified.`,
          'By Kim: Called.',
          'Note: Invoice 7',
        ],
      },
    ]);
  });

  it('a policy for approvals, to its last word and with the merchant for whom it counts', async () => {
    const { asked, ask } = await openDesktop(false);
    const rules = ['EUR', 'USD', 'GBP', 'CHF', 'JPY'].map((currencyCode) => ({
      currencyCode,
      batchFrom: '10000',
      payoutFrom: '5000',
      approvals: 2,
    }));
    const policy = { rules, otherwise: 0, releaserCounts: true };
    expect(await ask('policies.set', { profileName: 'real', policy })).toMatchObject({
      error: { code: 'changeDeclined' },
    });
    const lines = changeQuestion(asked).detail.split('\n');
    expect(lines[0]).toBe('Profile real (live), merchant REAL at https://gateway.example/api:');
    expect(lines[3]).toMatch(/a payout of 5,000\.00 GBP or more\.$/);
    expect(lines.slice(6)).toEqual([
      '0 approvals for everything else.',
      'The person who releases may be one of the approvers.',
    ]);
  });

  it('another or no witness file, and an acknowledged test flag', async () => {
    const { office, witnessPath, asked, ask } = await openDesktop(false);
    await office.get('settings.change', { witnessFile: witnessPath, ignoredTestFlags: ['main'] });
    const before = await office.get('settings.read', {});
    const weakened = [
      { witnessFile: null },
      { witnessFile: '/tmp/witness.jsonl' },
      { ignoredTestFlags: ['main', 'real'] },
    ];
    for (const change of weakened)
      expect(await ask('settings.change', change)).toMatchObject({ error: { code: 'changeDeclined' } });
    expect(asked.map(({ kind }) => kind)).toEqual(['witnessFile', 'witnessFile', 'ignoredTestFlags']);
    expect(changeQuestion(asked.slice(2)).detail).toContain(
      '    Test flag of real: from none to acknowledged\nBursar sends',
    );
    expect(await office.get('settings.read', {})).toEqual(before);
    expect(await ask('settings.change', { ignoredTestFlags: [] })).toMatchObject({ ok: true });
  });

  it('but not a first witness file in a window with live profiles', async () => {
    const { witnessPath, asked, ask } = await openDesktop(false);
    expect(await ask('settings.change', { witnessFile: witnessPath })).toMatchObject({ ok: true });
    expect(asked).toEqual([]);
  });

  it('and again, if its profile is another one by the time of the answer', async () => {
    const swap = ({ editProfile, listProfiles }: CoreContext['store']): void => {
      if (!listProfiles().some(({ name, merchantCode }) => name === 'real' && merchantCode === 'REAL'))
        return;
      for (const [name, newName] of [
        ['real', 'old'],
        ['second', 'real'],
      ] as const)
        editProfile(name, { newName, at: 2 });
    };
    const { office, asked, ask } = await openDesktop(true, undefined, swap);
    const { store } = office;
    const second = { ...live, keyId: 'key-second', name: 'second', merchantCode: 'SECOND' };
    expect(store.addProfile({ ...second, at: office.now() })).toBe(true);
    expect(await ask('profiles.remove', { name: 'real' })).toMatchObject({ ok: true });
    const removal = { kind: 'removeProfile', profileName: 'real' };
    expect(asked).toEqual([removal, removal]);
    expect(store.listProfiles().map(({ merchantCode }) => merchantCode)).not.toContain('SECOND');
  });

  it('and is made once it is confirmed', async () => {
    const { office, asked, ask } = await openDesktop(true);
    const paymentPageUrl = 'https://new.example';
    expect(await ask('profiles.edit', { ...unchanged, paymentPageUrl })).toMatchObject({ ok: true });
    expect(office.store.findProfile('real')?.paymentPageUrl).toBe(paymentPageUrl);
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['in a window with live profiles if it holds releases', true, true, true],
    ['but in such a window not if it holds nothing', true, false, false],
    ['in a browser always', false, false, true],
  ])('the end of the notice about older records: %s', async (_words, servesLive, missesRetries, isAsked) => {
    const records: OlderRecords = {
      at: Date.parse('2026-01-05T10:00:00.000Z'),
      cause: 'restored',
      payments: 0,
      missesRetries,
    };
    let isDismissed = false;
    const { asked, ask } = await openDesktop(false, (parts) => ({
      ...parts,
      servesLive,
      store: {
        ...parts.store,
        olderRecords: () => records,
        dismissOlderRecords: () => (isDismissed = true),
      },
    }));
    // Dismissing everything asks nobody, so it ends only what needs no confirmation.
    const seen = { kind: 'olderRecords', profileName: '', batchId: null, idPayment: null, count: 1 } as const;
    await ask('attention.dismiss', { seen: [seen] });
    expect(isDismissed).toBe(!isAsked);
    const { ok } = await ask('attention.dismissOlderRecords', {});
    expect({ ok, isDismissed }).toEqual({ ok: !isAsked, isDismissed: !isAsked });
    expect(asked).toEqual(isAsked ? [{ kind: 'olderRecords', records }] : []);
    if (isAsked) expect(changeQuestion(asked).detail).toContain('A backup was restored on 2026-01-05 UTC');
  });

  it('in a browser, which serves no live profile: the methods with which its payment files are paid', async () => {
    const { office, asked, ask } = await openDesktop(false, (parts) => ({ ...parts, servesLive: false }));
    const rule = { when: {}, paymentMethodCode: 'WALLET', paymentOperatorCode: '' };
    const methodRules = [{ profileName: 'real', rules: [rule] }];
    expect(await ask('settings.change', { methodRules })).toMatchObject({
      error: { code: 'changeDeclined' },
    });
    expect(asked).toEqual([{ kind: 'methodRules', from: [], to: methodRules }]);
    expect(changeQuestion(asked).detail).toContain('    real: from none to every payment by WALLET');
    expect(await office.get('settings.read', {})).toMatchObject({ methodRules: [] });
  });

  it('but not if it tightens, changes nothing, only reads, or concerns a sandbox profile', async () => {
    const { office, asked, ask } = await openDesktop(false);
    await office.get('settings.change', { releaseLimits: [limit], floors: [floor] });
    const done = [
      await ask('settings.change', { floors: [{ ...floor, amount: '5.01' }] }),
      await ask('settings.change', { releaseLimits: [{ ...limit, largestPayout: '99' }] }),
      await ask('settings.change', { duplicateWindowDays: 91, density: 'compact' }),
      await ask('settings.change', { callbackListener: { ...listener, port: 14_281 } }),
      await ask('settings.read', {}),
      await ask('profiles.edit', { ...unchanged, newName: 'renamed' }),
      await ask('profiles.edit', { name: 'main', newName: 'main', callbackUrl: 'https://x.example/' }),
      await ask('profiles.remove', { name: 'main' }),
    ];
    expect(done.map(({ ok }) => ok)).toEqual(done.map(() => true));
    expect(asked).toEqual([]);
  });
});

describe('a location on a disk or share', () => {
  it('cannot be set while it cannot be used, but stays set while it is away', async () => {
    const { office } = await openDesktop(true);
    const folder = temporaryFolder();
    const other = path.join(folder, 'notes.txt');
    writeFileSync(other, 'notes\n');
    const refused = [
      [{ witnessFile: folder }, `${folder} is a folder. Check`],
      [{ witnessFile: path.join(folder, 'gone', 'w.jsonl') }, 'its folder does not exist.'],
      [{ witnessFile: other }, `${other} is not a witness file`],
      [{ approvalFolder: other }, `${other} is not a folder.`],
      [{ approvalFolder: path.join(folder, 'gone') }, 'gone does not exist.'],
    ] as const;
    const before = await office.get('settings.read', {});
    for (const [change, said] of refused)
      expect(await office.tell('settings.change', change)).toMatchObject({
        error: { code: 'inputInvalid', message: expect.stringContaining(said) },
      });
    expect(await office.get('settings.read', {})).toEqual(before);
    const shared = path.join(folder, 'shared');
    mkdirSync(shared);
    const places = { witnessFile: path.join(folder, 'w.jsonl'), approvalFolder: shared };
    expect(await office.get('settings.change', places)).toMatchObject(places);
    expect(existsSync(places.witnessFile)).toBe(true);
    // As a share goes away: at once, although Bursar may just be writing to it.
    renameSync(folder, path.join(temporaryFolder(), 'away'));
    expect(await office.get('settings.change', { ...places, duplicateWindowDays: 30 })).toMatchObject(places);
    expect(await office.get('settings.change', { witnessFile: null, approvalFolder: null })).toMatchObject({
      witnessFile: null,
      approvalFolder: null,
    });
  });
});
