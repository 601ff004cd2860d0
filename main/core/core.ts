import type { AppError } from '../../contract/errors.ts';
import { notifyAll, type AppEvent, type AppEventListener } from '../../contract/events.ts';
import { succeed } from '../../contract/result.ts';
import { approverHandlers } from './approvals/approver-handlers.ts';
import { createControls, noApprovalKeys } from './approvals/confirmed-controls.ts';
import { createApprovalFolder } from './batches/approvals/folder/approval-folder.ts';
import { approvalHandlers } from './batches/approvals/approval-handlers.ts';
import { stopContradicted } from './batches/contradicted.ts';
import { batchHandlers } from './batches/batch-handlers.ts';
import { callbackHandlers } from './receiving/callbacks/callback-handlers.ts';
import { createListener, noListening } from './receiving/callbacks/listener.ts';
import { createReleaseDue } from './batches/schedule/release-due.ts';
import { createScheduler } from './batches/schedule/scheduler.ts';
import { checkHandlers } from './batches/check/check-handlers.ts';
import { sharedClients } from './profiles/clients.ts';
import { confirmed } from './profiles/confirm-changes.ts';
import { createGatewayStates, type Address } from './profiles/gateway-states.ts';
import { noteRefused } from './profiles/note-refused.ts';
import { linkHandlers } from './receiving/links/link-handlers.ts';
import type { CoreContext, Handlers } from './context/context.ts';
import { onProfile } from './context/subject.ts';
import { inPieces } from './context/turns.ts';
import { incomingHandlers } from './receiving/incoming/incoming-handlers.ts';
import { payoutHandlers } from './payouts/payout-handlers.ts';
import { profileHandlers } from './profiles/profile-handlers.ts';
import type {
  ApprovalKeys,
  CallbackListening,
  Evidence,
  Store,
  StoredProfile,
  Trial,
} from './ports/index.ts';
import { payeeHandlers } from './payees/payee-handlers.ts';
import { referenceHandlers } from './reference/reference-handlers.ts';
import { runnerHandlers } from './sending/runner-handlers.ts';
import { createRunner } from './sending/runner.ts';
import { madeBy } from './settings/actor.ts';
import { createWatchWitness } from './settings/watch-witness.ts';
import { sandboxOnly } from './profiles/sandbox-only.ts';
import { sandboxView } from './profiles/sandbox-view.ts';
import { clearSheets } from './sheets/clear-sheets.ts';
import { sheetHandlers } from './sheets/sheet-handlers.ts';
import { createNotifier } from './treasury/attention/notifier.ts';
import { createHourlyBalances } from './treasury/hourly-balances.ts';
import { bookHandlers } from './treasury/books/book-handlers.ts';
import { flowHandlers } from './treasury/flows/flow-handlers.ts';
import { positionHandlers } from './treasury/position/read-position.ts';
import { refreshHandler } from './treasury/position/refresh-position.ts';
import { statementHandlers } from './treasury/statement/statement-handlers.ts';
import { attentionItems } from './treasury/attention/attention.ts';
import { treasuryHandlers } from './treasury/treasury-handlers.ts';
import { beginTrial } from './trial/begin-trial.ts';
import { createTrialSandbox, noTrial } from './trial/trial.ts';
import { evidenceHandlers } from './payouts/evidence/evidence-handlers.ts';
import { auditHandlers } from './maintenance/audit.ts';
import { createBackgroundWork } from './maintenance/watch-background.ts';
import { createCheckpoints, noEvidence } from './maintenance/checkpoints.ts';
import { maintenanceHandlers } from './maintenance/maintenance-handlers.ts';
import { watchedGateway } from './profiles/watched-gateway.ts';

const rowsPerCommit = 1000;

/**
 * Implements every operation of the contract. Payouts that an earlier run of the program left in progress become unknown,
 * since only the gateway can say what happened to them; `batches.run` asks.
 */
export async function createCore(
  outer: CoreContext,
  trial: Trial = noTrial,
  listening: CallbackListening = noListening,
  evidence: Evidence = noEvidence,
  approvalKeys: ApprovalKeys = noApprovalKeys,
): Promise<Handlers> {
  const background = outer.background ?? createBackgroundWork(outer);
  const given = { ...outer, background, controls: createControls(outer, approvalKeys) };
  const trialSandbox = createTrialSandbox(given, trial);
  const states = createGatewayStates(
    given.clock,
    (address, message, isAway) => {
      const profile = profileAt(given.store, address);
      if (profile !== undefined)
        given.emit({ kind: 'gateway', id: profile.name, message, ...(isAway && { isAway }) });
      if (states.of(address).isReachable === true) runner.nudge();
    },
    (address, isRefused) => {
      const profile = profileAt(given.store, address);
      if (profile !== undefined) noteRefused(given, profile, isRefused);
    },
  );
  const quiet = {
    ...given,
    onContradicted: (profile: StoredProfile, batchId: string): AppError | null =>
      stopContradicted(context, profile, batchId),
    gateway: sharedClients(
      watchedGateway(
        given.gateway,
        states,
        (profile) => trialSandbox.ready(profile),
        (address, waitMs) => {
          const id = profileAt(given.store, address)?.name;
          if (id !== undefined) given.emit({ kind: 'busy', id, waitSeconds: waitMs / 1000 });
        },
      ),
      given.servesLive,
    ),
    store: given.servesLive ? given.store : sandboxView(given.store),
  };
  const coreListeners: readonly AppEventListener[] = [
    given.emit,
    (event) => trialSandbox.notice(event),
    (event) => listener.notice(event),
    (event) => scheduler.notice(event),
    (event) => approvalFolder.notice(event),
    (event) => checkpoints.notice(event),
    (event) => notifier.notice(event),
  ];
  const announce = (event: AppEvent): void => notifyAll(event, coreListeners, background, 'core');
  // Changes recorded by the runner itself must not wake it, or it would never rest.
  const runner = createRunner({ ...quiet, emit: announce });
  const context = {
    ...quiet,
    emit: (event: AppEvent): void => {
      announce(event);
      if (mayBringWork(event)) runner.nudge();
    },
  };
  given.store.whenLeftOut((record) =>
    announce({ kind: 'leftOut', id: given.servesLive ? record : 'records' }),
  );
  const checkpoints = createCheckpoints(given, evidence);
  const watchWitness = createWatchWitness(given, evidence.witnessFile, {
    isWriting: () => checkpoints.isBusy(),
    writeAgain: () => checkpoints.sendToWitness(),
  });
  const listener = createListener(context, listening);
  const releaseDue = createReleaseDue(context);
  const scheduler = createScheduler(context, releaseDue);
  const toCome = () => scheduler.toCome();
  const approvalFolder = createApprovalFolder(context, approvalKeys);
  const signedFiles = (): ReturnType<typeof approvalFolder.known> => approvalFolder.known();
  const notifier = createNotifier(quiet, {
    attention: (files, signal) => attentionItems(context, { watchWitness, toCome }, files, signal),
    signedFiles,
  });
  const hourlyBalances = createHourlyBalances(context);
  const { store, clock } = context;
  for (const { batchId, actor } of given.store.interruptedCancellations())
    await inPieces(clock, rowsPerCommit, (limit) =>
      given.store.as(actor).cancelRows(batchId, limit, clock.now()),
    );
  await inPieces(clock, rowsPerCommit, (limit) => store.interruptSending(limit, clock.now()));
  await clearSheets(context, true);
  const handlers: Handlers = {
    ...profileHandlers(context),
    ...batchHandlers(context, releaseDue),
    ...runnerHandlers(context, runner, {
      async begin() {
        await listener.begin();
        scheduler.begin();
        approvalFolder.begin();
        if (given.notifies === true) notifier.begin();
        if (given.readsBalancesHourly === true) hourlyBalances.begin();
        const embedded = trialSandbox.profile();
        if (embedded !== null) void trialSandbox.ready(embedded);
      },
      end: async () => {
        await notifier.end();
        await hourlyBalances.end();
        await scheduler.end();
        await approvalFolder.end();
        await listener.end();
      },
      settled: () => checkpoints.settled(),
      toCome,
    }),
    'trial.begin': (_input, call) => beginTrial(madeBy(context, call), trialSandbox, runner, call),
    'gateway.state': onProfile(store, (profile) => succeed(states.of(profile))),
    ...callbackHandlers(context, listener),
    ...checkHandlers(context),
    ...payeeHandlers(context),
    ...payoutHandlers(context),
    ...incomingHandlers(context),
    ...sheetHandlers(context),
    ...treasuryHandlers(context, { watchWitness, toCome, witnessFile: evidence.witnessFile }, signedFiles),
    ...bookHandlers(context),
    ...flowHandlers(context),
    ...positionHandlers(context),
    ...refreshHandler(context),
    ...statementHandlers(context),
    ...referenceHandlers(context),
    ...linkHandlers(context),
    ...maintenanceHandlers(context, checkpoints),
    ...auditHandlers(context, evidence, watchWitness),
    ...approverHandlers(context, approvalKeys),
    ...approvalHandlers(context, approvalKeys, approvalFolder),
    ...evidenceHandlers(context, evidence),
  };
  const asking = confirmed(handlers, given);
  return given.servesLive ? asking : sandboxOnly(asking, given.store);
}

function profileAt(store: Store, { baseUrl, merchantCode }: Address): StoredProfile | undefined {
  return store
    .readableProfiles()
    .find((found) => found.baseUrl === baseUrl && found.merchantCode === merchantCode);
}

/** Whether this event may mean more to send or to ask about, or shows that a person does not want to wait. */
function mayBringWork({ kind }: AppEvent): boolean {
  return (
    kind === 'batch' || kind === 'payout' || kind === 'incoming' || kind === 'balances' || kind === 'profile'
  );
}
