import { hourMs } from '../../../../contract/duration.ts';
import type { OperationOutput, ParsedInput } from '../../../../contract/operations.ts';
import type {
  ApprovalSubject,
  BatchRequestDocument,
  ControlRequestDocument,
  DecisionDocument,
  WithdrawalDocument,
} from '../../../../contract/approvals/signed-documents.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import { minuteText } from '../../../../contract/text/clock.ts';
import { personOf } from '../../approvals/personal-key.ts';
import { fileOf, hashOfDocument, readSigned, signDocument } from '../../approvals/signed-file.ts';
import { merchantOf } from '../../approvals/confirmed-controls.ts';
import type { CoreContext } from '../../context/context.ts';
import { noBatch } from '../../context/subject.ts';
import { isoTime } from '../../payments/convert.ts';
import type { ApprovalKeys } from '../../ports/index.ts';
import { keepSigned } from './import-file.ts';
import { latestRequest } from './latest-request.ts';
import { checkRequest } from './read-request.ts';

type Request = BatchRequestDocument | ControlRequestDocument;

/**
 * Signs a decision about a request (operation `approvals.decide`). Nobody approves what they prepared. If the batch is on this
 * computer too, the decision is stored at once.
 */
export async function decideRequest(
  context: CoreContext,
  keys: ApprovalKeys,
  { file, decision, note, name, validHours }: ParsedInput<'approvals.decide'>,
): Promise<Result<OperationOutput<'approvals.decide'>>> {
  const { clock } = context;
  const request = await openRequest(context, file);
  if (!request.ok) return request;
  const { document, hash } = request.value;
  const person = await personOf(context, keys.personalKey, name);
  if (!person.ok) return person;
  if (decision === 'approve' && person.value.publicKey === document.preparedBy.publicKey)
    return fail(
      'policyBlocks',
      'This request was prepared with the personal key of this computer. Nobody approves what they prepared; give it to another person.',
    );
  const at = clock.now();
  if (decision === 'approve' && Date.parse(document.expiresAt) <= at)
    return fail(
      'policyBlocks',
      `This request expired at ${minuteText(document.expiresAt)}. Ask for a new one.`,
    );
  const decided: DecisionDocument = {
    v: 1,
    kind: 'decision',
    decision,
    request: hash,
    subject: subjectOf(document),
    preparedBy: document.preparedBy,
    approver: person.value,
    note,
    at: isoTime(at),
    expiresAt: isoTime(at + validHours * hourMs),
  };
  const signed = await signDocument(keys.personalKey, decided);
  if (!signed.ok) return signed;
  await keepHere(context, decided, signed.value);
  const { expiresAt } = decided;
  return succeed({ bytes: fileOf(signed.value), requestHash: hash, decision, expiresAt });
}

/** Takes back the latest request that this computer made for a batch (operation `approvals.withdraw`). */
export async function withdrawRequest(
  context: CoreContext,
  keys: ApprovalKeys,
  { batchId, requestHash }: ParsedInput<'approvals.withdraw'>,
): Promise<Result<OperationOutput<'approvals.withdraw'>>> {
  const { store, clock } = context;
  const batch = store.findBatch(batchId);
  if (batch === null) return noBatch(batchId);
  const profile = store.findProfile(batch.profileName);
  const request = latestRequest(store, batch);
  if (request === null || profile === null)
    return fail('notFound', `Batch ${batchId} has no approval request that is not withdrawn yet.`, {
      batchId,
    });
  if (requestHash !== undefined && requestHash !== request.requestHash)
    return fail(
      'inputInvalid',
      `The requests for batch ${batchId} changed after this one was shown. Nothing was withdrawn. Check the request that is shown now.`,
      { batchId },
    );
  const person = await personOf(context, keys.personalKey, undefined);
  if (!person.ok) return person;
  if (request.preparedBy.publicKey !== person.value.publicKey)
    return fail(
      'policyBlocks',
      `The last request for batch ${batchId} was made on another computer. Only the person who made it can withdraw it.`,
      { batchId },
    );
  const withdrawal: WithdrawalDocument = {
    v: 1,
    kind: 'withdrawal',
    request: request.requestHash,
    subject: { kind: 'batch', merchant: merchantOf(profile), batchId, rowsHash: batch.rowsHash },
    preparedBy: person.value,
    at: isoTime(clock.now()),
  };
  const signed = await signDocument(keys.personalKey, withdrawal);
  if (!signed.ok) return signed;
  await keepHere(context, withdrawal, signed.value);
  return succeed({
    bytes: fileOf(signed.value),
    requestHash: request.requestHash,
    isAnotherOpen: latestRequest(store, batch) !== null,
  });
}

/** A request whose signature, hash and totals are right. */
async function openRequest(
  { clock }: CoreContext,
  file: Uint8Array,
): Promise<Result<{ readonly document: Request; readonly hash: string }>> {
  const read = readSigned(file);
  if (!read.ok) return read;
  const { document, hash } = read.value;
  if (document.kind === 'controlRequest') return succeed({ document, hash });
  if (document.kind !== 'request')
    return fail('inputInvalid', 'This file is not an approval request. Open the request that you were sent.');
  const checked = await checkRequest(document, clock);
  return checked.ok ? succeed({ document, hash }) : checked;
}

function subjectOf(document: Request): ApprovalSubject {
  if (document.kind === 'request') {
    const { merchant, batch } = document;
    return { kind: 'batch', merchant, batchId: batch.batchId, rowsHash: batch.rowsHash };
  }
  const { databaseId, from, to } = document;
  return { kind: 'controls', databaseId, from, to: hashOfDocument(to) };
}

/** On the computer of the batch, a decision need not be imported; on others there is no batch to store it with. */
async function keepHere(
  context: CoreContext,
  document: DecisionDocument | WithdrawalDocument,
  content: string,
): Promise<void> {
  await keepSigned(context, document, { hash: hashOfDocument(document), content, isImported: false });
}
