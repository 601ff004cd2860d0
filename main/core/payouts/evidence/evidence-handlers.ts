import type { CoreContext, Handlers } from '../../context/context.ts';
import type { Evidence } from '../../ports/index.ts';
import { createEvidence } from './create-evidence.ts';

/** Writes evidence packs, and verifies them without the database. */
export function evidenceHandlers(context: CoreContext, evidence: Evidence) {
  return {
    'evidence.create': (input, { signal }) => createEvidence(context, evidence, input, signal),
    'evidence.verify': ({ bytes }, { signal }) =>
      context.files.verifyEvidence(bytes, {
        onProgress: (done, total) => context.emit({ kind: 'progress', id: 'verifyEvidence', done, total }),
        signal,
      }),
  } satisfies Partial<Handlers>;
}
