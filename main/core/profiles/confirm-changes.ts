import type { Change } from '../../../contract/window/change.ts';
import { isOperationName, type OperationName } from '../../../contract/operations.ts';
import type { Call, CoreContext, Handlers } from '../context/context.ts';
import { describers, isGrave } from './changes.ts';
import { touchedBy } from './sandbox-only.ts';

type Context = Pick<CoreContext, 'store' | 'clock' | 'servesLive' | 'files' | 'controls'>;

/**
 * The same operations, but changes that a page asks for are first confirmed outside it (invariant I5). If live profiles are served, these are
 * changes to where money or customers go, and looser limits; otherwise they are all changes to the whole computer.
 */
export function confirmed(handlers: Handlers, context: Context): Handlers {
  const asking = Object.entries(handlers).map(([name, handler]) => [
    name,
    (input: object, call: Call): unknown => {
      const carry = (): unknown => Reflect.apply(handler, undefined, [input, call]);
      const { confirmChange } = call;
      if (confirmChange === undefined || !isOperationName(name)) return carry();
      const ask = (answered: string | null): unknown => {
        const changes = changesToConfirm(context, name, input);
        // Waited for only if it must be read: otherwise nothing can happen between the description and the change.
        return changes instanceof Promise
          ? changes.then((each) => decide(each, answered))
          : decide(changes, answered);
      };
      const decide = (changes: Change[], answered: string | null): unknown => {
        const about = JSON.stringify([namedProfile(context, input), changes]);
        // Asked again if it became another change before the answer: a page may have given the name to another profile.
        if (changes.length === 0 || about === answered) return carry();
        return confirmChange(changes).then((answer) => (answer.ok ? ask(about) : answer));
      };
      return ask(null);
    },
  ]);
  // Each handler has the signature of the one with the same name.
  return Object.fromEntries(asking) as Handlers;
}

/** The key ID of the profile that an input names. */
function namedProfile({ store }: Context, input: object): string | null {
  const named = 'profileName' in input ? input.profileName : 'name' in input ? input.name : null;
  return typeof named === 'string' ? (store.findProfile(named)?.keyId ?? null) : null;
}

function changesToConfirm(
  context: Context,
  name: OperationName,
  input: object,
): Change[] | Promise<Change[]> {
  const { store, servesLive } = context;
  const describer = describers[name];
  const isOfComputer = touchedBy(name, input).some(({ kind }) => kind === 'computer');
  if (describer === undefined) return isOfComputer && !servesLive ? [{ kind: 'operation', name }] : [];
  const grave = (changes: Change[]): Change[] =>
    servesLive ? changes.filter((change) => isGrave(store, change)) : changes;
  // This operation's schema validated the input; TypeScript cannot follow one name through both maps.
  const changes: Change[] | Promise<Change[]> = Reflect.apply(describer, undefined, [store, input, context]);
  return changes instanceof Promise ? changes.then(grave) : grave(changes);
}
