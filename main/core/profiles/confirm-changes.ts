import type { Change } from '../../../contract/window/change.ts';
import { isOperationName, type OperationName } from '../../../contract/operations.ts';
import type { Call, CoreContext, Handlers } from '../context.ts';
import { describers, isGrave } from './changes.ts';
import { touchedBy } from './sandbox-only.ts';

type Context = Pick<CoreContext, 'store' | 'servesLive'>;

/**
 * The same operations, but changes that a page asks for are first confirmed outside it (invariant I5). If live profiles are served, these are
 * changes to where money or customers go, and looser limits; otherwise they are all changes to the whole computer.
 */
export function confirmed(handlers: Handlers, context: Context): Handlers {
  const asking = Object.entries(handlers).map(([name, handler]) => [
    name,
    (input: object, call: Call): unknown => {
      const carry = (): unknown => Reflect.apply(handler, undefined, [input, call]);
      if (call.confirmChange === undefined || !isOperationName(name)) return carry();
      const changes = changesToConfirm(context, name, input);
      if (changes.length === 0) return carry();
      return call.confirmChange(changes).then((answer) => (answer.ok ? carry() : answer));
    },
  ]);
  // Each handler has the signature of the one with the same name.
  return Object.fromEntries(asking) as Handlers;
}

function changesToConfirm({ store, servesLive }: Context, name: OperationName, input: object): Change[] {
  const describer = describers[name];
  // This operation's schema validated the input; TypeScript cannot follow one name through both maps.
  const changes: Change[] | null =
    describer === undefined ? null : Reflect.apply(describer, undefined, [store, input]);
  if (servesLive) return (changes ?? []).filter((change) => isGrave(store, change));
  const isOfComputer = touchedBy(name, input).some(({ kind }) => kind === 'computer');
  return changes ?? (isOfComputer ? [{ kind: 'operation', name }] : []);
}
