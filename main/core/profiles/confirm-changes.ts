import type { Change } from '../../../contract/window/change.ts';
import { isOperationName, type OperationName } from '../../../contract/operations.ts';
import type { Call, CoreContext, Handlers } from '../context.ts';
import { describers, isGrave } from './changes.ts';
import { touchedBy } from './sandbox-only.ts';

type Context = Pick<CoreContext, 'store' | 'servesLive'>;

/**
 * The same operations, where what a page asks for is confirmed outside it first (invariant I5). Where live profiles are served that is
 * what changes where money or customers go, or loosens a limit; elsewhere it is everything that belongs to the whole computer.
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
  // Each handler takes and gives what the one under the same name does.
  return Object.fromEntries(asking) as Handlers;
}

function changesToConfirm({ store, servesLive }: Context, name: OperationName, input: object): Change[] {
  const describer = describers[name];
  // The schema of this very operation proved the input; TypeScript cannot follow one name through both maps.
  const changes: Change[] | null =
    describer === undefined ? null : Reflect.apply(describer, undefined, [store, input]);
  if (servesLive) return (changes ?? []).filter((change) => isGrave(store, change));
  const isOfComputer = touchedBy(name, input).some(({ kind }) => kind === 'computer');
  return changes ?? (isOfComputer ? [{ kind: 'operation', name }] : []);
}
