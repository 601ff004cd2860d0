import { describe, expect, it } from 'vitest';
import { Codes, Failed, MerchantInfo, readJson } from '../kit/shapes.ts';
import { withMerchant } from '../kit/with-merchant.ts';

describe('bursar codes', () => {
  it.concurrent('requests a list that is not stored yet, and from then on shows the stored one without a network', () =>
    withMerchant(async (merchant) => {
      for (const list of ['currencies', 'segments', 'operators', 'methods']) {
        const { codes, asOf } = readJson(await merchant.run('codes', list, '--json'), Codes);
        expect(codes.length, list).toBeGreaterThan(1);
        expect(asOf, list).not.toBeNull();
      }
      await merchant.sandbox.close();
      const none = await merchant.run('codes', 'currencies', '--search', 'pigeon');
      expect(none.stdout).toMatch(/^No matches\.\nAs of \d{4}-.* UTC\.\n$/);
      const found = await merchant.run('codes', 'currencies', '--search', 'koruna');
      expect(found.stdout).toMatch(/^CZK +Czech koruna$/m);
      expect(found.stdout).not.toContain('EUR');
    }));

  it.concurrent('requests it again with --refresh and marks new codes', () =>
    withMerchant(async (merchant) => {
      await merchant.run('codes', 'methods');
      merchant.sandbox.gateway.addCode({ list: 'paymentMethods', code: 'PIGEON', name: 'Pigeon post' });
      const stored = readJson(await merchant.run('codes', 'methods', '--json'), Codes);
      expect(stored.codes.map(({ code }) => code)).not.toContain('PIGEON');
      const person = await merchant.run('codes', 'methods', '--refresh');
      expect(person.stdout).toMatch(/^PIGEON +Pigeon post +new$/m);
      expect(person.stdout).toMatch(/^CARD +Card$/m);
      const { codes } = readJson(
        await merchant.run('codes', 'methods', '--search', 'pigeon', '--json'),
        Codes,
      );
      expect(codes).toMatchObject([{ code: 'PIGEON', isNew: true, isGone: false }]);
    }));

  it.concurrent('ends with 6 and says what to do if the gateway cannot be reached, and with 2 if no list is named', () =>
    withMerchant(async (merchant) => {
      await merchant.run('codes', 'segments');
      await merchant.sandbox.close();
      const never = readJson(await merchant.run('codes', 'operators', '--json'), Failed, 6);
      expect(never.error.message).toContain('Not loaded yet. Run this again; once it is loaded,');
      const again = readJson(await merchant.run('codes', 'segments', '--refresh', '--json'), Failed, 6);
      expect(again.error.message).toContain('leave out --refresh to see it');
      expect(readJson(await merchant.run('codes', 'segments', '--json'), Codes).codes).toHaveLength(2);
      expect(readJson(await merchant.run('codes', 'colours', '--json'), Failed, 2).error.code).toBe(
        'inputInvalid',
      );
    }));
});

describe('bursar merchant', () => {
  it.concurrent('shows how the gateway identifies the merchant, requested once and stored', () =>
    withMerchant(async (merchant) => {
      const read = readJson(await merchant.run('merchant', '--json'), MerchantInfo);
      expect(read).toMatchObject({ merchantCode: 'MERCHANT', channelName: 'Sandbox channel' });
      await merchant.sandbox.close();
      expect(readJson(await merchant.run('merchant', '--json'), MerchantInfo)).toEqual(read);
      expect((await merchant.run('merchant')).stdout).toMatch(/^Name +Sandbox merchant MERCHANT$/m);
      const { error } = readJson(await merchant.run('merchant', '--refresh', '--json'), Failed, 6);
      expect(error.message).toContain(`The stored copy is from ${read.asOf}`);
    }));
});
