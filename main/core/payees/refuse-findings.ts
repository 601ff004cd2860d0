import { fail, type Result } from '../../../contract/result.ts';
import type { CoreContext } from '../context.ts';
import type { StoredBatch } from '../ports/index.ts';
import { findPayeeFindings } from './findings.ts';

const namedFindings = 50;

/** Refuses a release while the policy says that something found about its payees blocks it; every face comes through here. */
export async function refuseFindings(
  context: CoreContext,
  batch: StoredBatch,
): Promise<Result<never> | null> {
  const { findings, blocking } = await findPayeeFindings(context, batch);
  if (blocking === 0) return null;
  const named = findings.filter(({ level }) => level === 'block').slice(0, namedFindings);
  return fail(
    'policyBlocks',
    `Batch ${batch.batchId} was not released: ${blocking} findings about its payees block it. Verify the accounts (on the command line: bursar payee verify), or remove the rows.`,
    {
      batchId: batch.batchId,
      problems: named.map(({ rowNumber, message }) => ({ message: `Row ${rowNumber}: ${message}` })),
      problemsLeftOut: blocking - named.length,
    },
  );
}
