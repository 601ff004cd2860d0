import { fail, succeed } from '../../../contract/result.ts';
import type { Listener } from '../receiving/callbacks/listener.ts';
import { toBatchSummary } from '../payments/convert.ts';
import type { GatewayStates } from '../profiles/gateway-states.ts';
import { chooseProfile, type CoreParts, type Handlers } from '../context.ts';
import { runBatches } from './run-batches.ts';
import { beginTrial } from '../trial/begin-trial.ts';
import type { TrialHouse } from '../trial/trial.ts';
import type { Runner } from './runner.ts';
import { countUnsent } from './unsent.ts';

type RunnerHandlers = Pick<
  Handlers,
  | 'runner.start'
  | 'runner.stop'
  | 'runner.state'
  | 'runner.unsent'
  | 'batches.run'
  | 'batches.pause'
  | 'batches.resume'
  | 'gateway.state'
  | 'trial.begin'
>;

/** Sending in the background, holding it back, and whether the gateway is there. */
export function runnerHandlers(
  parts: CoreParts,
  runner: Runner,
  states: GatewayStates,
  house: TrialHouse,
  listener: Listener,
): RunnerHandlers {
  const { store } = parts;
  return {
    'runner.start': async () => {
      await runner.start();
      await listener.begin();
      const trial = house.profile();
      // What keeps the sandbox from being served is told to whoever asks anything of it.
      if (trial !== null) void house.ready(trial);
      return succeed({});
    },
    'runner.stop': async () => {
      await listener.end();
      await runner.stop();
      return succeed({});
    },
    'runner.state': () => succeed(runner.state()),
    'runner.unsent': () => succeed({ count: runner.isRunning() ? countUnsent(store) : 0 }),
    'batches.run': (input, call) => runBatches(parts, runner, input, call.signal),
    'batches.pause': ({ batchId }) => setPaused(parts, batchId, true),
    'batches.resume': ({ batchId }) => setPaused(parts, batchId, false),
    'trial.begin': (_input, call) => beginTrial(parts, house, runner, call),
    'gateway.state': ({ profileName }) => {
      const profile = chooseProfile(store, profileName);
      return profile.ok ? succeed(states.of(profile.value)) : profile;
    },
  };
}

/** Succeeds also when it is so already; a batch that was not released has nothing to hold back. */
function setPaused(
  { store, clock, emit }: CoreParts,
  batchId: string,
  isPaused: boolean,
): ReturnType<Handlers['batches.pause']> {
  const batch = store.findBatch(batchId);
  if (batch === null) return fail('notFound', `There is no batch ${batchId}.`, { batchId });
  if (batch.state !== 'releasing' && batch.state !== 'released')
    return fail(
      'notReleasable',
      `Batch ${batchId} is not released, so nothing of it is being sent that could be paused or resumed.`,
      { batchId },
    );
  if (store.setPaused(batchId, isPaused, clock.now())) emit({ kind: 'batch', id: batchId });
  return succeed(toBatchSummary(store, store.findBatch(batchId) ?? batch));
}
