import { systemClock } from '../../main/system.ts';
import type { OperationInput, OperationName, OperationOutput } from '../../contract/operations.ts';
import type { Result } from '../../contract/result.ts';
import { createCore } from '../../main/core/core.ts';
import { createDispatch } from '../../main/dispatch.ts';
import type { CoreContext } from '../../main/core/context/context.ts';
import type { ApprovalKeys } from '../../main/core/ports/index.ts';
import { createMemoryApprovalKeys } from '../../main/keys/index.ts';
import { openMemoryStore } from './memory-store.ts';

/** A person with their own Bursar: a personal key, an empty database, and no merchant key. */
export type Colleague = {
  readonly name: string;
  readonly keys: ApprovalKeys;
  tell<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
  ): Promise<Result<OperationOutput<Name>>>;
  card(name?: string): Promise<Uint8Array>;
  /** Decides about a request; it must succeed. */
  approve(request: Uint8Array, validHours?: number): Promise<Uint8Array>;
  reject(request: Uint8Array): Promise<Uint8Array>;
  /** Approves a request with custom content: under another name, with a note. */
  sign(request: Uint8Array, words: { readonly name: string; readonly note: string }): Promise<Uint8Array>;
};

/** Opens a colleague's Bursar on the parts of another one. */
export async function openColleague(
  parts: CoreContext,
  name: string,
  keys: ApprovalKeys = createMemoryApprovalKeys(),
): Promise<Colleague> {
  const store = openMemoryStore({ at: systemClock.now() });
  const dispatch = createDispatch(
    await createCore({ ...parts, store, emit: () => undefined }, undefined, undefined, undefined, keys),
  );
  const tell: Colleague['tell'] = (operation, input) =>
    dispatch(operation, input, {
      signal: AbortSignal.timeout(60_000),
      confirm: () => Promise.resolve(true),
    });
  const bytesOf = async (result: Promise<Result<{ bytes: Uint8Array }>>): Promise<Uint8Array> => {
    const found = await result;
    if (!found.ok) throw new Error(`${found.error.code}: ${found.error.message}`);
    return found.value.bytes;
  };
  return {
    name,
    keys,
    tell,
    card: (shownName = name) => bytesOf(tell('approvers.card', { name: shownName })),
    approve: (file, validHours) =>
      bytesOf(
        tell('approvals.decide', {
          file,
          decision: 'approve',
          name,
          ...(validHours === undefined ? {} : { validHours }),
        }),
      ),
    sign: (file, words) => bytesOf(tell('approvals.decide', { file, decision: 'approve', ...words })),
    reject: (file) =>
      bytesOf(tell('approvals.decide', { file, decision: 'reject', note: 'Not ours.', name })),
  };
}
