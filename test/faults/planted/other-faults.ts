import type { Fault } from '../faults.ts';

/** Faults in preparing, releasing and retrying, in limits and in records. */
export const otherFaults: readonly Fault[] = [
  {
    name: 'a batch is released although the gateway contradicts the environment of its profile',
    caughtBy: ['test/cli/pay-once/tampered.test.ts'],
    patches: [
      {
        file: 'main/core/batches/contradicted.ts',
        find: 'if (!isNoted(store, name) || ignoresTestFlag(store, name)) return null;',
        put: 'if (!isNoted(store, name) || ignoresTestFlag(store, name) || batchId !== name) return null;',
      },
    ],
  },
  {
    name: 'a retry is released while retries are missing from the records',
    caughtBy: ['test/cli/pay-once/elsewhere.test.ts'],
    patches: [
      {
        file: 'main/core/batches/release.ts',
        find: '?? refuseOlder(context);',
        put: '?? (store.rowsOfBatch(batchId, 0, 1)[0]?.retryOf ? null : refuseOlder(context));',
      },
    ],
  },
  {
    name: 'a secret is requested before the terminal hides it',
    caughtBy: ['test/cli/profiles/hidden-secret.test.ts'],
    patches: [
      {
        file: 'main/faces/cli/terminal/read-secret.ts',
        find: '  stdin.setRawMode?.(true);\n  try {\n',
        put: '  try {\n',
      },
      {
        file: 'main/faces/cli/terminal/read-secret.ts',
        find: "    stderr.write('Merchant secret (hidden): ');\n",
        put: "    stderr.write('Merchant secret (hidden): ');\n    stdin.setRawMode?.(true);\n",
      },
    ],
  },
  {
    name: 'the order IDs are not derived from the rows',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/batches/draft.ts',
        find: 'const releases = store.releasesOfContent(profile.keyId, contentHash);',
        put: 'const releases = clock.now();',
      },
    ],
  },
  {
    name: 'the gateway is not queried before a retry',
    caughtBy: 'simulation',
    within: 6000,
    patches: [
      {
        file: 'main/core/batches/retry.ts',
        find: 'const refused = await askAboutOld(context, retry, signal);',
        put: 'const refused = signal.aborted ? await askAboutOld(context, retry, signal) : null;',
      },
    ],
  },
  {
    name: 'retries made on another computer are not queried',
    caughtBy: ['test/cli/pay-once/elsewhere.test.ts'],
    patches: [
      {
        file: 'main/core/batches/retry.ts',
        find: 'const later = refused === null ? await askLater(retry, signal) : succeed(null);',
        put: 'const later = signal.aborted ? await askLater(retry, signal) : succeed(null);',
      },
    ],
  },
  {
    name: 'a retry is forgotten',
    caughtBy: ['test/core/sheets/prepare.test.ts'],
    patches: [
      {
        file: 'main/store/payments/find-payments.ts',
        find: 'later.retryOf IS NOT NULL AND',
        put: 'later.retryOf IS NULL AND',
      },
    ],
  },
  {
    name: 'a row is sent again although retries are missing',
    caughtBy: ['test/core/payments/perhaps-retried.test.ts'],
    patches: [
      {
        file: 'main/core/payments/after-not-found.ts',
        find: 'if (mayBeRetried(payment))',
        put: 'if (mayBeRetried(payment) && problem === null)',
      },
    ],
  },
  {
    name: 'a release happens twice',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/store/batches/release.ts',
        find: "if (batch['state'] !== 'draft') return 'notDraft';",
        put: "if (batch['state'] !== 'draft') return 'released';",
      },
    ],
  },
  {
    name: 'the hash of the rows is not checked',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/batches/release.ts',
        find: "return batch.rowsHash === rowsHash ? null : refuseRelease(batch.batchId, 'changed');",
        put: 'return null;',
      },
      {
        file: 'main/core/batches/release.ts',
        find: 'if (rows.rowsHash !== rowsHash) return',
        put: "if (rowsHash === '') return",
      },
      {
        file: 'main/store/batches/release.ts',
        find: "if (textIn(batch, 'rowsHash') !== rowsHash) return 'changed';",
        put: "if (rowsHash === '') return 'changed';",
      },
    ],
  },
  {
    name: 'a release is not confirmed',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/batches/release.ts',
        find: 'if (!(await confirm({ ...summary, payees, ...rest }, all)))',
        put: "if (profile.name === '' && !(await confirm({ ...summary, payees, scheduledFor: null }, all)))",
      },
    ],
  },
  {
    name: 'duplicates are not held',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/batches/confirm-duplicates.ts',
        find: 'if (sameFileAs === null && findings.length === 0) return null;',
        put: 'if (findings.length < 1_000_000) return null;',
      },
    ],
  },
  {
    name: 'a paused batch is sent',
    caughtBy: ['test/core/sending/runner.test.ts'],
    patches: [
      {
        file: 'main/store/batches/pause.ts',
        find: 'return connection.get(paused, batchCache.numberOf(batchId)) !== undefined;',
        put: 'return connection.get(paused, batchCache.numberOf(batchId)) === null;',
      },
    ],
  },
  {
    name: 'more than 10 requests leave in a second',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/gateway/rate/limiter.ts',
        find: 'const missing = pending + departures.length + count - limit;',
        put: 'const missing = pending + departures.length + count - limit - 2;',
      },
    ],
  },
  {
    name: 'requests from before a restart do not count towards the limit',
    caughtBy: 'simulation',
    within: 20000,
    patches: [
      {
        file: 'main/gateway/index.ts',
        find: 'limiter.pause(begunAt - time());',
        put: 'limiter.pause(lastUseAt > clock.now() ? windowMs : 0);',
      },
    ],
  },
  {
    name: 'after a 429 requests leave as close together as before',
    caughtBy: ['test/gateway/limiter.test.ts', 'test/gateway/client.test.ts'],
    patches: [
      {
        file: 'main/gateway/rate/limiter.ts',
        find: 'isWideUntil = time() + wideForMs;',
        put: 'isWideUntil = time();',
      },
    ],
  },
  {
    name: 'queries go before submissions',
    caughtBy: ['test/gateway/limiter.test.ts'],
    patches: [
      {
        file: 'main/gateway/rate/waiting-line.ts',
        find: 'const inOrder = [lanes.interactive, lanes.submission, lanes.polling];',
        put: 'const inOrder = [lanes.polling, lanes.interactive, lanes.submission];',
      },
    ],
  },
  {
    name: 'one token covers all payments',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/payments/scope.ts',
        find: 'return operationsFor(kind, `${batchId}-[0-9]+`);',
        put: "return operationsFor(kind, batchId === '' ? '' : '.*');",
      },
    ],
  },
  {
    name: 'a difference between the clocks is not corrected',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/gateway/tokens/token-client.ts',
        find: 'const timestampSeconds = Math.floor(clock.now() / 1000) + countedIn;',
        put: 'const timestampSeconds = Math.floor(clock.now() / 1000);',
      },
    ],
  },
  {
    name: 'rows that are moved back stay in their set-aside sheet',
    caughtBy: ['test/core/sheets/set-aside.test.ts'],
    patches: [
      {
        file: 'main/store/sheets/note-set-asides.ts',
        find: "turn === 'undo' ? 1 : 0,",
        put: '0,',
      },
    ],
  },
  {
    name: 'a restored backup keeps queued payouts queued',
    caughtBy: ['test/store/folder/backup.test.ts'],
    patches: [
      {
        file: 'main/store/folder/forget-outcomes.ts',
        find: "IN ('draft', 'queued', 'sending', 'accepted', 'unknown')",
        put: "IN ('draft', 'sending', 'accepted', 'unknown')",
      },
    ],
  },
  {
    name: 'a state change leaves no event',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/store/audit/ledger.ts',
        find: "this.#append({ entity: 'payment', entityId: paymentId, from, to, facts }, kept);",
        put: "if (to !== 'accepted') this.#append({ entity: 'payment', entityId: paymentId, from, to, facts }, kept);",
      },
    ],
  },
  {
    name: 'a payin is cancelled while its customer may still pay',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/payments/after-not-found.ts',
        find: 'const leftMs = until - timeOf(moment);',
        put: 'const leftMs = until - timeOf(moment) - 540_000;',
      },
      {
        file: 'main/core/payments/after-not-found.ts',
        find: 'if (times >= notFoundTimes) return null;',
        put: 'if (times >= 1) return null;',
      },
    ],
  },
  {
    name: 'a listener that dies loses its queries',
    caughtBy: ['test/core/maintenance/background-work.test.ts'],
    patches: [
      {
        file: 'contract/events.ts',
        find: "background.failed('listeners', thrown, of);",
        put: 'throw thrown;',
      },
    ],
  },
  {
    name: 'the callback listener is not restarted',
    caughtBy: ['test/core/maintenance/background-work.test.ts'],
    patches: [
      {
        file: 'main/core/receiving/callbacks/listener.ts',
        find: '    if (!isFollowing && asked === null) return;',
        put: '    return;',
      },
    ],
  },
];
