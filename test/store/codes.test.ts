import { expect, it } from 'vitest';
import { addProfile, close, keyId, openIn, raw, temporaryFolder } from '../kit/store.ts';

it('stores a code list and the merchant as a whole, in place of the previous one, also after a restart', () => {
  const directory = temporaryFolder();
  const store = openIn(directory);
  addProfile(store);
  expect(store.findCodes(keyId, 'methods')).toBeNull();
  expect(store.findMerchant(keyId)).toBeNull();
  store.saveCodes(keyId, 'methods', { asOf: 1000, json: '["before"]' });
  store.saveCodes(keyId, 'operators', { asOf: 1500, json: '["operators"]' });
  store.saveCodes(keyId, 'methods', { asOf: 2000, json: '["after"]' });
  store.saveMerchant(keyId, { asOf: 1000, json: '{"name":"before"}' });
  store.saveMerchant(keyId, { asOf: 3000, json: '{"name":"after"}' });
  close(store);
  const again = openIn(directory);
  expect(again.findCodes(keyId, 'methods')).toEqual({ asOf: 2000, json: '["after"]' });
  expect(again.findCodes(keyId, 'operators')).toEqual({ asOf: 1500, json: '["operators"]' });
  expect(again.findCodes(keyId, 'segments')).toBeNull();
  expect(again.findMerchant(keyId)).toEqual({ asOf: 3000, json: '{"name":"after"}' });
  close(again);
});

it('stores nothing for a profile that does not exist', () => {
  const directory = temporaryFolder();
  const store = openIn(directory);
  store.saveCodes('nobody', 'methods', { asOf: 1000, json: '[]' });
  store.saveMerchant('nobody', { asOf: 1000, json: '{}' });
  close(store);
  const database = raw(directory);
  for (const table of ['codeLists', 'merchantInfos'])
    expect(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()).toEqual({ rows: 0 });
  database.close();
});
