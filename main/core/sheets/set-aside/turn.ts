import { fail, type Result } from '../../../../contract/result.ts';
import type { CoreContext } from '../../context/context.ts';
import type { SheetTurn } from '../../ports/index.ts';
import { firstVersion, type SheetSessions } from '../sheet-sessions.ts';
import { takeBackDraftOf } from '../take-back.ts';

/**
 * Undoes or redoes a step that set rows aside. They go back only while their sheet is unchanged: rows that were changed or released
 * there would otherwise exist twice, or be lost.
 */
export function turnSetAside<Value>(
  context: CoreContext,
  session: SheetSessions,
  { aside, turn }: { readonly aside: string; readonly turn: SheetTurn },
  turnStep: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  return session.inTurn(aside, async () => {
    if (turn === 'undo') {
      const stored = context.store.findSheet(aside);
      if (stored === null)
        return fail(
          'inputInvalid',
          'The rows that were set aside were released or discarded, so they cannot be moved back.',
        );
      if (stored.version !== firstVersion)
        return fail(
          'inputInvalid',
          `${stored.name} was changed since, so its rows cannot be moved back. Continue there, or copy them from there.`,
        );
      const released = await takeBackDraftOf(context, stored);
      if (released !== null) return released;
    }
    const turned = await turnStep();
    session.forget(aside);
    context.emit({ kind: 'sheet', id: aside });
    return turned;
  });
}
