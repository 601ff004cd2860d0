import { afterEach, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../contract/duration.ts';
import { succeed } from '../../../contract/result.ts';
import { createHourlyBalances } from '../../../main/core/treasury/hourly-balances.ts';
import type { CallOptions, Gateway } from '../../../main/core/ports/index.ts';
import { gatewayDouble } from '../../kit/gateway-double.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';

let office: VirtualOffice;
afterEach(() => office.close());

/** Departures of requests for balances. */
let departures: string[];

/** An open window with two profiles. */
async function openWindow(): Promise<void> {
  departures = [];
  office = new VirtualOffice({
    start: Date.UTC(2026, 2, 2, 8),
    merchants: [{ code: 'one' }, { code: 'two' }],
    readsBalancesHourly: true,
    onDeparture: ({ path }) => {
      if (path.includes('/balances')) departures.push(path);
    },
  });
  office.addProfile('one');
  office.addProfile('two');
  await office.get('runner.start', {});
}

/** How often the balances of a profile were read. */
const reads = (profileName: string): number =>
  office.events.filter(({ kind, id }) => kind === 'balances' && id === profileName).length;

const failures = async () =>
  (await office.get('attention.list', {})).filter(({ kind }) => kind === 'backgroundFailure');

const storedAt = async (profileName: string): Promise<number> =>
  Date.parse((await office.get('balances.stored', { profileName })).asOf ?? '');

it('reads the balances of every profile once an hour while a window is open, and nothing more', async () => {
  await openWindow();
  expect(departures).toEqual([]);
  await office.pass(6 * hourMs);
  for (const merchant of ['one', 'two']) {
    expect(reads(merchant)).toBeGreaterThanOrEqual(5);
    expect(reads(merchant)).toBeLessThanOrEqual(6);
    expect(office.clock.now() - (await storedAt(merchant))).toBeLessThan(hourMs + 10 * minuteMs);
  }
  await office.get('runner.stop', {});
  const before = departures.length;
  await office.pass(dayMs);
  expect(departures).toHaveLength(before);
});

it('does not read balances that something else read within the hour', async () => {
  await openWindow();
  for (let times = 0; times < 8; times += 1) {
    await office.get('balances.read', { profileName: 'one' });
    await office.pass(50 * minuteMs);
  }
  expect(reads('one')).toBe(8);
  expect(reads('two')).toBeGreaterThan(4);
});

it('asks ever more rarely while balances cannot be read, lists that, and no longer once they were', async () => {
  await openWindow();
  office.isDown = true;
  await office.pass(2 * dayMs);
  expect(await failures()).toMatchObject([1, 2].map(() => ({ failure: { task: 'balances', count: 5 } })));
  office.isDown = false;
  await office.get('balances.read', { profileName: 'one' });
  expect(await failures()).toHaveLength(1);
  await office.pass(dayMs);
  expect(await failures()).toEqual([]);
  expect(reads('two')).toBeGreaterThan(0);
});

it('names the profile whose balances cannot be read, also once it is renamed, and none that was removed', async () => {
  await openWindow();
  office.isDown = true;
  await office.pass(2 * hourMs);
  await office.get('profiles.edit', { name: 'one', newName: 'first' });
  expect(await failures()).toMatchObject([{ profileName: 'first' }, { profileName: 'two' }]);
  await office.get('profiles.remove', { name: 'two' });
  expect(await failures()).toMatchObject([{ profileName: 'first' }]);
});

it('shows that it could not look which balances are due, and no longer once it could', async () => {
  await openWindow();
  const { readableProfiles } = office.store;
  office.store.readableProfiles = () => {
    throw new Error('planted');
  };
  await office.pass(10 * minuteMs);
  office.store.readableProfiles = readableProfiles;
  const listed = async () =>
    (await failures()).map((item) => item.kind === 'backgroundFailure' && item.failure.task);
  expect(await listed()).toContain('balances');
  await office.pass(10 * minuteMs);
  expect(await listed()).not.toContain('balances');
});

it('I7: lets everything go first that is sent, and asks for no profile without a key', async () => {
  office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8) });
  office.addProfile('main');
  const options: CallOptions[] = [];
  const client = gatewayDouble({
    balances: (_input, given) => {
      options.push(given);
      return Promise.resolve(succeed({ status: 200, raw: '', value: [] }));
    },
  });
  const gateway = { client: () => client } as unknown as Gateway;
  const balances = createHourlyBalances({ ...office.parts, gateway });
  balances.begin();
  await office.pass(10 * minuteMs);
  await office.until(balances.end());
  expect(options.map(({ priority }) => priority)).toEqual(['polling']);
  const { signingKeyId, authentication } = office.store.findProfile('main') ?? {};
  office.store.setHasStoredKey('key-main', false, office.clock.now());
  expect([signingKeyId, authentication]).toEqual(['key-main', 'signature']);
  balances.begin();
  await office.pass(3 * hourMs);
  await office.until(balances.end());
  expect(options).toHaveLength(1);
});

it('reads the balances of one profile every hour also while those of another have to wait for everything that is sent', async () => {
  office = new VirtualOffice({
    start: Date.UTC(2026, 2, 2, 8),
    merchants: [{ code: 'one' }, { code: 'two' }],
  });
  office.addProfile('one');
  office.addProfile('two');
  const asked: string[] = [];
  const gateway: Gateway = {
    client: ({ merchantCode }) => {
      const client = gatewayDouble({
        balances: async (_input, { signal }) => {
          asked.push(merchantCode);
          if (merchantCode === 'one') await office.clock.sleep(dayMs, signal);
          return succeed({ status: 200, raw: '', value: [] });
        },
      });
      return client;
    },
  };
  const balances = createHourlyBalances({ ...office.parts, gateway });
  balances.begin();
  await office.pass(6 * hourMs);
  await office.until(balances.end());
  expect(asked.filter((code) => code === 'one')).toHaveLength(1);
  expect(asked.filter((code) => code === 'two').length).toBeGreaterThanOrEqual(5);
});
