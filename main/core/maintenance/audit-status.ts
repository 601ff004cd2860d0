import { z } from 'zod';
import type { AuditStatus, Checkpoint } from '../../../contract/audit.ts';
import { readJson } from '../../../contract/json.ts';
import type { EmittingContext } from '../context/context.ts';
import { isoTime } from '../payments/convert.ts';
import type { WatchWitness } from '../settings/watch-witness.ts';
import { readCheckpoint } from './checkpoints.ts';

const setting = 'verifiedLog';

const Note = z.object({
  at: z.number().int(),
  sequence: z.number().int(),
  hash: z.string(),
  checkpoint: z.number().int().nullable(),
  problems: z.number().int(),
});
type Note = z.infer<typeof Note>;

/** The last completed verification: of this run of the program, or else as stored in the database. */
export type Verified = {
  note(head: Pick<Checkpoint, 'sequence' | 'hash'>, problems: number): void;
  last(): AuditStatus['verified'];
};

/** The database stores only the time: anyone who can edit it could claim more. */
export function createVerified({ store, clock, emit }: EmittingContext): Verified {
  let mine: Note | null = null;
  return {
    note({ sequence, hash }, problems) {
      const said = readCheckpoint(store.lastCheckpoint());
      const checkpoint = said !== null && said.sequence <= sequence ? said.number : null;
      mine = { at: clock.now(), sequence, hash, checkpoint, problems };
      store.writeSetting(setting, JSON.stringify(mine));
      emit({ kind: 'settings', id: setting });
    },
    last() {
      const known = mine ?? readJson(Note, store.readSetting(setting));
      return known === null ? null : { ...known, at: isoTime(known.at), isThisRun: mine !== null };
    },
  };
}

/** The state of the log (operation `audit.status`). */
export async function statusOf(
  { store }: EmittingContext,
  verified: Verified,
  watchWitness: WatchWitness,
): Promise<AuditStatus> {
  const { sequence, hash } = store.headOfLog();
  const last = store.lastCheckpoint();
  const said = readCheckpoint(last);
  return {
    events: sequence,
    headHash: hash,
    lastCheckpoint:
      said === null
        ? null
        : {
            number: said.number,
            at: isoTime(said.at),
            sequence: said.sequence,
            isSigned: last?.signature != null,
          },
    verified: verified.last(),
    witness: await watchWitness(),
  };
}
