import { expect, it } from 'vitest';
import { CodeListName } from '../../../contract/reference.ts';
import { storedCodes } from '../../../main/core/reference/codes.ts';
import { callbackUrl, openOffice, type Office } from '../../kit/office.ts';

const lists = CodeListName.options;
const sandboxLists = {
  currencies: 'currencies',
  segments: 'segments',
  operators: 'paymentOperators',
  methods: 'paymentMethods',
} as const;

const codesOf = async ({ get }: Office, list: CodeListName) => (await get('codes.stored', { list })).codes;
const newOf = async (office: Office, list: CodeListName): Promise<string[]> =>
  (await codesOf(office, list)).filter(({ isNew }) => isNew).map(({ code }) => code);

it('I9: stores every list with its time, and shows it without a network', async () => {
  const office = await openOffice();
  const { get, asked, sandbox } = office;
  for (const list of lists)
    expect(await get('codes.stored', { list })).toEqual({ list, asOf: null, codes: [] });
  const read = await get('codes.refresh', {});
  expect(read.map(({ list }) => list)).toEqual(lists);
  for (const { codes, asOf } of read) {
    expect(codes.length).toBeGreaterThan(0);
    expect(asOf).not.toBeNull();
  }
  expect(read[0]?.codes).toContainEqual(expect.objectContaining({ code: 'EUR', name: 'Euro', isNew: false }));
  sandbox.leave();
  const requests = asked.length;
  for (const list of lists)
    expect(await get('codes.stored', { list })).toEqual(read.find((each) => each.list === list));
  expect(asked.length).toBe(requests);
});

it.each(lists)(
  'marks a code of %s as new that the gateway did not list before, until it is requested again',
  async (list) => {
    const office = await openOffice();
    await office.get('codes.refresh', { lists: [list] });
    expect(await newOf(office, list)).toEqual([]);
    office.sandbox.gateway.addCode({ list: sandboxLists[list], code: 'NEWLY', name: 'Newly there' });
    office.wait(60_000);
    await office.get('codes.refresh', { lists: [list] });
    expect(await newOf(office, list)).toEqual(['NEWLY']);
    office.wait(60_000);
    await office.get('codes.refresh', { lists: [list] });
    expect(await newOf(office, list)).toEqual([]);
    expect(await codesOf(office, list)).toContainEqual(expect.objectContaining({ code: 'NEWLY' }));
  },
);

it('shows no name of a code that turns its reading direction or breaks its line, also one that was stored before', () => {
  const code = { code: 'PIGEON', firstSeenAt: '', isNew: false, isGone: false };
  const json = JSON.stringify([{ ...code, name: 'Pigeon\u202E\npost' }]);
  const { codes } = storedCodes({ findCodes: () => ({ asOf: 0, json }) }, { keyId: 'key' }, 'methods');
  expect(codes).toEqual([{ ...code, name: 'Pigeon\uFFFD\uFFFDpost' }]);
});

it('requests the named lists and no other, and a list named twice once', async () => {
  const { get, asked } = await openOffice();
  const read = await get('codes.refresh', { lists: ['methods', 'methods'] });
  expect(read.map(({ list }) => list)).toEqual(['methods']);
  expect(asked.filter((request) => request.startsWith('GET'))).toEqual(['GET /payment-methods']);
});

it('keeps codes marked as new for one window when another requests them at the same time', async () => {
  const office = await openOffice();
  await office.get('codes.refresh', { lists: ['currencies'] });
  office.sandbox.gateway.addCode({ list: 'currencies', code: 'NEWLY', name: 'Newly there' });
  office.wait(60_000);
  // The clock stands still between the questions and moves before the first answer is kept.
  const both = [
    office.get('codes.refresh', { lists: ['currencies'] }),
    office.get('codes.refresh', { lists: ['currencies'] }),
  ];
  office.wait(1000);
  await Promise.all(both);
  expect(await newOf(office, 'currencies')).toEqual(['NEWLY']);
});

it('reports to the screen what was read and its progress', async () => {
  const { get, events } = await openOffice();
  await get('codes.refresh', { lists: ['currencies', 'methods'] });
  const told = events.filter(({ kind }) => kind === 'codes' || kind === 'progress');
  expect(told).toEqual([
    ...[0, 1, 2].map((done) => ({ kind: 'progress', id: 'codes:main', done, total: 2 })),
    { kind: 'codes', id: 'main' },
  ]);
});

it("stores the merchant's details with the raw answer, and shows them without a network", async () => {
  const { get, sandbox, events } = await openOffice();
  expect(await get('merchant.stored', {})).toMatchObject({ asOf: null, merchantCode: null, raw: null });
  const read = await get('merchant.refresh', {});
  expect(read).toMatchObject({
    merchantCode: 'OFFICE',
    merchantName: 'Sandbox merchant OFFICE',
    channelName: 'Sandbox channel',
  });
  expect(JSON.parse(read.raw ?? '')).toMatchObject({ isTest: true });
  expect(events).toContainEqual({ kind: 'codes', id: 'main' });
  sandbox.leave();
  expect(await get('merchant.stored', {})).toEqual(read);
});

it('keeps stored lists if the gateway cannot be reached, and names every list that did not arrive', async () => {
  const { get, tell, sandbox, events } = await openOffice();
  const [currencies] = await get('codes.refresh', { lists: ['currencies'] });
  const before = events.filter(({ kind }) => kind === 'codes').length;
  sandbox.leave();
  const answer = await tell('codes.refresh', { lists: ['currencies', 'operators', 'methods'] });
  expect(answer).toMatchObject({ ok: false, error: { code: expect.stringMatching(/^gateway/) } });
  const message = answer.ok ? '' : answer.error.message;
  expect(message).toContain('the list of currencies');
  expect(message).toContain('Not read either: payment operators, payment methods.');
  expect(message).not.toContain('What was received is kept.');
  expect(await get('codes.stored', { list: 'currencies' })).toEqual(currencies);
  expect(events.filter(({ kind }) => kind === 'codes').length).toBe(before);
});

it('keeps the lists that arrived if another failed, and the error names that one', async () => {
  const { get, tell, sandbox } = await openOffice();
  // To a merchant of this code the sandbox answers 410 where the interface has it: to currencies, of the four lists.
  const { publicKey } = await get('profiles.add', {
    name: 'other',
    environment: 'sandbox',
    baseUrl: sandbox.url,
    merchantCode: 'OTHER-410',
    callbackUrl,
    key: { kind: 'generate', modulusBits: 2048 },
  });
  sandbox.gateway.registerMerchant({
    merchantCode: 'OTHER-410',
    publicKeyPems: [publicKey?.pem ?? ''],
    secrets: [],
  });
  const answer = await tell('codes.refresh', { profileName: 'other' });
  expect(answer).toMatchObject({ ok: false, error: { code: 'gatewayNotFound' } });
  const message = answer.ok ? '' : answer.error.message;
  expect(message).toContain('the list of currencies');
  expect(message).toContain('What was received is kept.');
  expect(message).not.toContain('Not read either');
  sandbox.leave();
  for (const list of lists) {
    const { asOf } = await get('codes.stored', { profileName: 'other', list });
    expect(asOf === null, list).toBe(list === 'currencies');
    // Another profile of the same folder has lists of its own.
    expect(await get('codes.stored', { profileName: 'main', list })).toMatchObject({ asOf: null, codes: [] });
  }
});
