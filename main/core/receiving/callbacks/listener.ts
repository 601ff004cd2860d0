import type { AppEvent } from '../../../../contract/events.ts';
import { normalUrl } from '../../../../contract/profile.ts';
import type { CallbackState } from '../../../../contract/receiving/callbacks.ts';
import { fail, type Result } from '../../../../contract/result.ts';
import { isoTime } from '../../payments/convert.ts';
import type { CoreContext } from '../../context/context.ts';
import type { CallbackListening, CallbackReport, ListenAt, OpenListening } from '../../ports/index.ts';
import { retryWaitMs } from '../../payments/schedule.ts';
import { readSetting } from '../../settings/settings.ts';
import { addressesOf, addressIn, originOf, pathsOf } from './addresses.ts';
import { createAsker, type Asker } from './asker.ts';
import { takeReport } from './reports.ts';

/** Runs a listener where the settings, or a person on the command line, want one. */
export type Listener = {
  /** Follows the settings from now on. */
  begin(): Promise<void>;
  /** Stops listening; resolves when everything in flight is recorded. */
  end(): Promise<void>;
  /** Listens here, regardless of the settings, until `end`. */
  listenAt(where: ListenAt): Promise<Result<null>>;
  /** Receives events that may affect the listener. */
  notice(event: AppEvent): void;
  state(): Promise<CallbackState>;
};

/** For environments that cannot listen. */
export const noListening: CallbackListening = {
  open: () => Promise.resolve(fail('inputInvalid', 'The callback listener cannot run here.')),
};

type Current = {
  readonly where: ListenAt;
  readonly open: OpenListening;
};

const changed: AppEvent = { kind: 'callbacks', id: 'callbacks' };

export function createListener(context: CoreContext, listening: CallbackListening): Listener {
  const { store, clock, emit, background } = context;
  let isFollowing = false;
  let asked: ListenAt | null = null;
  let current: Current | null = null;
  /** What waits in it survives a new port, and a listener that ended by itself or is off for a while. */
  let asker: Asker | null = null;
  let problem: string | null = null;
  let turnedAway = 0;
  let work: Promise<void> = Promise.resolve();
  let failures = 0;
  let waiting: AbortController | null = null;

  function wanted(): ListenAt | null {
    if (asked !== null || !isFollowing) return asked;
    const { isOn, host, port } = readSetting(store, 'callbackListener');
    return isOn ? { host, port } : null;
  }

  /** Starts or stops the listener as wanted, one change after the other. */
  function follow(): Promise<void> {
    waiting?.abort();
    work = work.then(settle).catch((thrown: unknown) => {
      failed(thrown instanceof Error ? thrown.message : 'Bursar had an internal error.', thrown);
    });
    return work;
  }

  /** Listening failed although it is wanted, so retry after a while. */
  function failed(reason: string, thrown: unknown): void {
    problem = reason;
    background?.failed('callbackListener', thrown);
    failures += 1;
    if (!isFollowing && asked === null) return;
    waiting?.abort();
    waiting = new AbortController();
    const { signal } = waiting;
    void clock.sleep(retryWaitMs(failures), signal).then(() => (signal.aborted ? undefined : follow()));
  }

  function worked(): void {
    failures = 0;
    background?.worked('callbackListener');
  }

  async function settle(): Promise<void> {
    const where = wanted();
    if (current !== null && where !== null && isSame(current.where, where)) {
      current.open.serve(pathsOf(addressesOf(context)));
      return;
    }
    const isNews = current !== null || where !== null || problem !== null;
    if (current !== null) {
      await current.open.close();
      current = null;
    }
    if (where === null && !isFollowing) {
      await asker?.stop();
      asker = null;
    }
    problem = null;
    if (where === null) worked();
    else await beginAt(where);
    if (isNews) emit(changed);
  }

  async function beginAt(where: ListenAt): Promise<void> {
    turnedAway = 0;
    const ours = (asker ??= createAsker(context));
    const opened = await listening.open(where, pathsOf(addressesOf(context)), {
      hear: (report) => hear(ours, report),
      onEnd: (reason) => {
        current = null;
        failed(reason, new Error(reason));
        emit(changed);
      },
    });
    if (opened.ok) {
      current = { where, open: opened.value };
      worked();
    } else failed(opened.error.message, opened.error);
  }

  function hear(ours: Asker, report: CallbackReport): void {
    turnedAway = report.turnedAway;
    try {
      takeReport(context, ours, report);
      background?.worked('callbackReports');
    } catch (thrown) {
      // The deliveries are lost. Scheduled polling covers their payments, except those that have ended.
      background?.failed('callbackReports', thrown);
    }
    emit(changed);
  }

  return {
    begin() {
      isFollowing = true;
      return follow();
    },
    end() {
      isFollowing = false;
      asked = null;
      return follow();
    },
    async listenAt(where) {
      asked = where;
      await follow();
      return problem === null ? { ok: true, value: null } : fail('inputInvalid', problem);
    },
    notice({ kind }) {
      if ((isFollowing || asked !== null) && (kind === 'settings' || kind === 'profile')) void follow();
    },
    async state() {
      await work;
      const { publicUrl, host, port } = readSetting(store, 'callbackListener');
      const where = current === null ? { host, port } : { host: current.where.host, port: current.open.port };
      const used = new Map(store.readableProfiles().map(({ keyId, callbackUrl }) => [keyId, callbackUrl]));
      return {
        listeningAt: current === null ? null : originOf(where),
        problem,
        profiles: addressesOf(context).map(
          ({ keyId, profileName, secret, firstReachedAt, lastReachedAt }) => {
            const address = addressIn(publicUrl, where, secret);
            return {
              profileName,
              address,
              isUsed: normalUrl(used.get(keyId) ?? '') === normalUrl(address),
              firstReachedAt: isoTime(firstReachedAt),
              lastReachedAt: isoTime(lastReachedAt),
            };
          },
        ),
        turnedAway,
      };
    },
  };
}

function isSame(left: ListenAt, right: ListenAt): boolean {
  return left.host === right.host && left.port === right.port;
}
