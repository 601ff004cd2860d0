import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import type { OperationInput, OperationName, OperationOutput } from '../../../contract/operations.ts';
import { compose, type Bursar } from '../../../main/compose.ts';
import { createCore } from '../../../main/core/core.ts';
import { noApprovalKeys } from '../../../main/core/approvals/confirmed-controls.ts';
import { keychainUnavailable } from '../../../main/keys/keychain-errors.ts';
import { createDispatch } from '../../../main/dispatch.ts';
import { createTrial } from '../../../main/trial.ts';
import { systemRandom } from '../../../main/system.ts';
import { openOffice } from '../../kit/office.ts';
import { temporaryFolder } from '../../kit/temporary-folder.ts';

const call = { signal: new AbortController().signal, confirm: () => Promise.resolve(false) };

function folder(): string {
  const directory = temporaryFolder();
  return directory;
}

/** The whole program on this folder, as a window has it. */
async function open(directory: string): Promise<Bursar> {
  const bursar = await compose({ directory, keyFile: null });
  if (!bursar.ok) throw new Error(bursar.error.message);
  onTestFinished(() => bursar.value.close().catch(() => undefined));
  await get(bursar.value, 'runner.start', {});
  return bursar.value;
}

async function get<Name extends OperationName>(
  { dispatch }: Pick<Bursar, 'dispatch'>,
  name: Name,
  input: OperationInput<Name>,
): Promise<OperationOutput<Name>> {
  const result = await dispatch(name, input, call);
  if (!result.ok) throw new Error(`${name}: ${result.error.code}: ${result.error.message}`);
  return result.value;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** How many payouts of all batches are in these states. */
async function countOf(bursar: Pick<Bursar, 'dispatch'>, ...states: readonly string[]): Promise<number> {
  const batches = await get(bursar, 'batches.list', { limit: 10 });
  return batches
    .flatMap(({ byState }) => Object.entries(byState))
    .reduce((sum, [state, count]) => sum + (states.includes(state) ? count : 0), 0);
}

it('begins with a profile, balances and a batch that the real engine sends, and works again after a restart at the same address', async () => {
  const directory = folder();
  const first = await open(directory);
  const profile = await get(first, 'trial.begin', {});
  expect(profile).toMatchObject({ name: 'sandbox', environment: 'sandbox' });
  expect(await get(first, 'trial.begin', {})).toEqual(profile);
  const [batch] = await get(first, 'batches.list', { limit: 10 });
  expect(batch).toMatchObject({ profileName: 'sandbox', rows: 50 });
  expect(batch?.totals.length).toBeGreaterThanOrEqual(8);
  const { balances } = await get(first, 'balances.stored', {});
  expect(balances.length).toBeGreaterThanOrEqual(8);
  await until(async () => (await countOf(first, 'accepted')) > 5);
  await first.close();

  const second = await open(directory);
  expect(await get(second, 'trial.begin', {})).toEqual(profile);
  expect(await get(second, 'batches.list', { limit: 10 })).toHaveLength(1);
  await until(async () => (await countOf(second, 'paid')) > 10);
  expect(await countOf(second, 'rejected')).toBeGreaterThan(0);
  expect(await get(second, 'gateway.state', {})).toMatchObject({ isReachable: true });
  const checks = await get(second, 'profiles.test', {});
  expect(checks.every(({ isFine }) => isFine)).toBe(true);
  expect((await get(second, 'audit.verify', {})).problems).toEqual([]);
  await second.close();
});

it('says when another program has taken its address, and keeps the history readable', async () => {
  const directory = folder();
  const first = await open(directory);
  const { baseUrl } = await get(first, 'trial.begin', {});
  await first.close();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(Number(new URL(baseUrl).port), '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const second = await open(directory);
  const read = await second.dispatch('balances.read', {}, call);
  expect(read).toMatchObject({ ok: false, error: { code: 'gatewayUnreachable' } });
  const state = await get(second, 'gateway.state', {});
  expect(state.isReachable).toBe(false);
  expect(state.message).toContain('another program');
  await until(async () => (await get(second, 'runner.state', {})).problems.length > 0);
  expect(await get(second, 'batches.list', { limit: 10 })).toHaveLength(1);
  const isFailing = async () =>
    (await get(second, 'attention.list', {})).some(({ kind }) => kind === 'backgroundFailure');
  expect(await isFailing()).toBe(true);
  other.close();
  await until(async () => (await second.dispatch('balances.read', {}, call)).ok);
  await until(async () => !(await isFailing()));
  await second.close();
});

it('puts no key into the keychain, ends with its profile, and starts afresh on request', async () => {
  const bursar = await open(folder());
  const { baseUrl } = await get(bursar, 'trial.begin', {});
  const [batch] = await get(bursar, 'batches.list', { limit: 10 });
  const refused = await bursar.dispatch('profiles.remove', { name: 'sandbox' }, call);
  expect(refused).toMatchObject({ ok: false, error: { code: 'profileInUse' } });
  await until(async () => (await countOf(bursar, 'accepted', 'paid', 'failed')) > 0);
  await get(bursar, 'batches.cancel', { batchId: batch?.batchId ?? '' });
  await until(async () => (await countOf(bursar, 'sending', 'unknown', 'accepted')) === 0);
  await get(bursar, 'profiles.remove', { name: 'sandbox' });
  await until(async () => {
    const answer = await fetch(baseUrl).catch(() => null);
    return answer === null;
  });
  expect(await get(bursar, 'profiles.list', {})).toEqual([]);
  // What the first trial sent is no duplicate for the next one.
  const again = await get(bursar, 'trial.begin', {});
  expect(again.name).toBe('sandbox');
  expect(await get(bursar, 'batches.list', { limit: 10 })).toHaveLength(2);
  await bursar.close();
});

it('sends a sample of its own at the address of an earlier trial, whose profile was removed', async () => {
  const office = await openOffice();
  const trial = createTrial({ fraction: () => 0.7 });
  onTestFinished(() => trial.end());
  const dispatch = createDispatch(await createCore(office.parts, trial));
  const bursar = { dispatch };
  // An older Bursar left this behind for a removed profile of that name.
  const left = JSON.stringify([{ profileName: 'sandbox', currencyCode: 'EUR', amount: '5' }]);
  office.store.changeSettings(
    [
      { name: 'floors', json: left, detail: null },
      { name: 'ignoredTestFlags', json: '["sandbox"]', detail: null },
    ],
    office.now(),
  );
  const { baseUrl } = await get(bursar, 'trial.begin', {});
  expect(await get(bursar, 'settings.read', {})).toMatchObject({ floors: [], ignoredTestFlags: [] });
  const [batch] = await get(bursar, 'batches.list', { limit: 10 });
  await get(bursar, 'batches.cancel', { batchId: batch?.batchId ?? '' });
  await until(async () => (await countOf(bursar, 'queued', 'sending', 'unknown', 'accepted')) === 0);
  await get(bursar, 'profiles.remove', { name: 'sandbox' });
  await until(async () => (await fetch(baseUrl).catch(() => null)) === null);
  await get(bursar, 'trial.begin', {});
  const batches = await get(bursar, 'batches.list', { limit: 10 });
  expect(batches.map(({ batchId }) => batchId)).toEqual([
    expect.not.stringMatching(batch?.batchId ?? ''),
    batch?.batchId,
  ]);
  await get(bursar, 'runner.stop', {});
});

it('says before it adds anything that the sample cannot be sent, where no keychain answers', async () => {
  const office = await openOffice();
  const trial = createTrial(systemRandom);
  onTestFinished(() => trial.end());
  const approvalKeys = {
    ...noApprovalKeys,
    marker: { ...noApprovalKeys.marker, read: () => Promise.resolve(keychainUnavailable('linux')) },
    isKeychainUsed: true,
  };
  const core = await createCore(office.parts, trial, undefined, undefined, approvalKeys);
  const dispatch = createDispatch(core);
  const begun = await dispatch('trial.begin', {}, call);
  expect(begun).toMatchObject({ ok: false, error: { code: 'keychainUnavailable' } });
  expect((await get({ dispatch }, 'profiles.list', {})).map(({ name }) => name)).toEqual(['main']);
});

it('serves the payment page next to the gateway, again at the same address', async () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const merchant = {
    merchantCode: 'TRIAL',
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
  const trial = createTrial(systemRandom);
  onTestFinished(() => trial.end());
  const first = await trial.serve({ ...merchant, baseUrl: null });
  if (!first.ok) throw new Error(first.error.message);
  const { baseUrl, paymentPageUrl } = first.value;
  expect((await fetch(`${paymentPageUrl}/style.css`)).status).toBe(200);
  await trial.close();
  const again = await trial.serve({ ...merchant, baseUrl });
  expect(again).toEqual({ ok: true, value: { baseUrl, paymentPageUrl } });
});
