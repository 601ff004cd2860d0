import { z } from 'zod';
import { Actor } from '../../../contract/actor.ts';
import { readJson } from '../../../contract/json.ts';
import type { Clock, NewControls, Store } from '../ports/index.ts';

/** Stored beside the settings, but not part of them. */
const setting = 'preparedControls';

const Prepared = z.object({
  version: z.number().int(),
  hash: z.string(),
  content: z.string(),
  detail: z.string(),
  actor: Actor.nullable(),
});
type Prepared = Omit<NewControls, 'at'> & { readonly actor: Actor | null };

type Context = { readonly store: Store; readonly clock: Pick<Clock, 'now'> };

/** Keeps a document of approvers and policies until the keychain names it. Until then it is in no list and no log. */
export function prepareControls({ store }: Context, prepared: Prepared): void {
  store.writeSetting(setting, JSON.stringify(prepared));
}

/** Whether the keychain may name a document that is not recorded: Bursar ended, or the keychain answered too late. */
export function hasPreparedControls({ store }: Context): boolean {
  return readJson(Prepared, store.readSetting(setting)) !== null;
}

/** Records the prepared document, if it is the one that the keychain names. */
export function recordPrepared({ store, clock }: Context, named: string): void {
  const prepared = readJson(Prepared, store.readSetting(setting));
  if (prepared?.hash !== named) return;
  const { actor, ...controls } = prepared;
  store.as(actor).addControls({ ...controls, at: clock.now() });
  store.writeSetting(setting, JSON.stringify(null));
}
