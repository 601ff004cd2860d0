import { hourMs } from '../../../../contract/duration.ts';
import type { OperationOutput, ParsedInput } from '../../../../contract/operations.ts';
import type { BatchRequestDocument, RequestRow } from '../../../../contract/approvals/signed-documents.ts';
import { succeed, type Result } from '../../../../contract/result.ts';
import { merchantOf } from '../../approvals/confirmed-controls.ts';
import { signerKnownHere } from '../../approvals/known-keys.ts';
import { personOf } from '../../approvals/personal-key.ts';
import { fileOf, readSigned, signDocument } from '../../approvals/signed-file.ts';
import type { CoreContext } from '../../context/context.ts';
import { isoTime } from '../../payments/convert.ts';
import { rowsOfBatch } from '../../payments/pages.ts';
import type { ApprovalKeys, RowContent } from '../../ports/index.ts';
import { findDraft } from '../check/check-draft.ts';
import { findInDraft } from '../check/find-in-draft.ts';
import { actorStore } from '../../settings/actor.ts';

/** Signs everything that a draft pays, with the findings of a check (operation `approvals.request`). Does not ask the gateway. */
export async function requestApproval(
  context: CoreContext,
  keys: ApprovalKeys,
  { batchId, name, validHours }: ParsedInput<'approvals.request'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'approvals.request'>>> {
  const { clock, emit } = context;
  const draft = findDraft(context, batchId, 'approved');
  if (!draft.ok) return draft;
  const { batch, profile } = draft.value;
  const rows: RequestRow[] = [];
  const { rowsHash, paid } = await rowsOfBatch(context, batch, (row) => rows.push(rowOf(row)));
  const found = await findInDraft(context, draft.value, signal, { asksGateway: false });
  if (!found.ok) return found;
  const person = await personOf(context, keys.personalKey, name);
  if (!person.ok) return person;
  const at = clock.now();
  const document: BatchRequestDocument = {
    v: 1,
    kind: 'request',
    profileName: profile.name,
    merchant: merchantOf(profile),
    batch: {
      batchId,
      fileName: batch.fileName,
      callbackUrl: batch.callbackUrl,
      rowsHash,
      totals: paid.totals,
    },
    rows,
    findings: found.value.findings,
    // Rows that break a rule, or whose payout needs no retry any longer, are no findings: they are only said to be there.
    hasMoreFindings: found.value.hasMore || found.value.problems.length > 0,
    comparison: found.value.comparison,
    preparedBy: person.value,
    at: isoTime(at),
    expiresAt: isoTime(at + validHours * hourMs),
  };
  const signed = await signDocument(keys.personalKey, document);
  if (!signed.ok) return signed;
  const bytes = fileOf(signed.value);
  // Never hand out a request that nobody could open.
  const read = readSigned(bytes);
  if (!read.ok) return read;
  const { hash } = read.value;
  actorStore(context).addApprovalFile({
    ...storedRequest(document, hash),
    signer: await signerKnownHere(context, document, false),
    signed: signed.value,
    at,
  });
  emit({ kind: 'approvals', id: batchId });
  return succeed({ bytes, requestHash: hash, rowsHash, expiresAt: document.expiresAt });
}

/** The stored part of a request; its rows are those of the batch. */
export function storedRequest(
  { at, expiresAt, preparedBy, batch }: BatchRequestDocument,
  requestHash: string,
) {
  return {
    kind: 'request',
    batchId: batch.batchId,
    requestHash,
    hash: requestHash,
    content: JSON.stringify({ at, expiresAt, preparedBy, note: '' }),
    by: preparedBy.name,
  } as const;
}

function rowOf(payment: RowContent): RequestRow {
  const { rowNumber, idPayment, retryOf, amount, currencyCode, paymentMethodCode } = payment;
  const { accountName, accountNumber, paymentOperatorCode, emailAddress, reference } = payment;
  return {
    rowNumber,
    idPayment,
    retryOf,
    amount,
    currencyCode,
    paymentMethodCode,
    accountName,
    accountNumber,
    paymentOperatorCode,
    emailAddress,
    reference,
  };
}
