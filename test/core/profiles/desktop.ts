import { expect, onTestFinished } from 'vitest';
import path from 'node:path';
import type { Change } from '../../../contract/window/change.ts';
import type { OperationInput, OperationName } from '../../../contract/operations.ts';
import { fail, succeed } from '../../../contract/result.ts';
import type { CoreContext } from '../../../main/core/context/context.ts';
import { createCore } from '../../../main/core/core.ts';
import { createDispatch } from '../../../main/dispatch.ts';
import { noEvidence } from '../../../main/core/maintenance/checkpoints.ts';
import { createWitnessFile } from '../../../main/files/index.ts';
import { callbackUrl, openOffice } from '../../kit/office.ts';
import { temporaryFolder } from '../../kit/store.ts';

/** A live profile. */
export const live = {
  keyId: 'live-key',
  name: 'real',
  environment: 'live',
  baseUrl: 'https://gateway.example/api',
  merchantCode: 'REAL',
  callbackUrl,
  paymentPageUrl: 'https://pay.example',
  authentication: 'signature',
  hasStoredKey: false,
} as const;

/** A core as the desktop app has it, unless `differ` changes that, with a page that asks and a person who answers. */
export async function openDesktop(
  isConfirming: boolean,
  differ: (parts: CoreContext) => CoreContext = (parts) => parts,
  /** What happens while the question is open. */
  meanwhile: (store: CoreContext['store']) => void = () => undefined,
) {
  const evidence = { ...noEvidence, witnessFile: createWitnessFile() };
  // Before the offices, so that it outlasts what they still write.
  const witnessPath = path.join(temporaryFolder(), 'witness.jsonl');
  const office = await openOffice({ evidence });
  expect(office.store.addProfile({ ...live, at: office.now() })).toBe(true);
  const dispatch = createDispatch(await createCore(differ(office.parts), undefined, undefined, evidence));
  const asked: Change[] = [];
  const ask = <Name extends OperationName>(name: Name, input: OperationInput<Name>) =>
    dispatch(name, input, {
      signal: AbortSignal.timeout(60_000),
      confirm: () => Promise.resolve(false),
      confirmChange: (changes) => {
        asked.push(...changes);
        meanwhile(office.store);
        return Promise.resolve(isConfirming ? succeed(null) : fail('changeDeclined', 'no'));
      },
    });
  onTestFinished(async () => {
    await ask('runner.stop', {});
  });
  return { office, witnessPath, asked, ask };
}
