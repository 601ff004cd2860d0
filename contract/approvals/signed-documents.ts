import { z } from 'zod';
import { BatchComparison } from '../batches/comparison.ts';
import { CheckFinding } from '../batches/batch-findings.ts';
import { CurrencyTotal } from '../money/money.ts';
import { BatchId, text } from '../operation.ts';
import { IdPayment, PayoutRow } from '../payments/payment.ts';
import { CallbackUrl, Environment, GatewayUrl, ProfileName } from '../profile.ts';
import { ApprovalPolicy } from './approval-policy.ts';

/** Ed25519, SubjectPublicKeyInfo in DER, base64: always in this form, so that one key has one encoding. */
const PersonalPublicKey = z
  .string()
  .regex(/^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/, 'a personal key is an Ed25519 key');
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Time = z.iso.datetime();
const version = z.literal(1);
const PersonName = text(100);

export const Person = z.strictObject({ name: PersonName, publicKey: PersonalPublicKey });
export type Person = z.infer<typeof Person>;

/** A merchant at a gateway, the same on every computer whatever the profile is called there. */
export const Merchant = z.strictObject({
  environment: Environment,
  baseUrl: GatewayUrl,
  merchantCode: text(250),
});
export type Merchant = z.infer<typeof Merchant>;

/** The card that a person shows to be enrolled as an approver. */
const CardDocument = z.strictObject({ v: version, kind: z.literal('card'), person: Person, at: Time });

const RequestRow = PayoutRow.omit({ idPayout: true }).extend({
  rowNumber: z.number().int().min(1),
  idPayment: IdPayment,
  retryOf: IdPayment.nullable(),
});
export type RequestRow = z.infer<typeof RequestRow>;

/** Everything that a draft pays, and the findings of a check. */
const BatchRequestDocument = z.strictObject({
  v: version,
  kind: z.literal('request'),
  profileName: ProfileName,
  merchant: Merchant,
  batch: z.strictObject({
    batchId: BatchId,
    fileName: z.string().max(1024),
    callbackUrl: CallbackUrl,
    rowsHash: Sha256,
    totals: z.array(CurrencyTotal),
  }),
  rows: z.array(RequestRow).min(1),
  findings: z.array(CheckFinding),
  hasMoreFindings: z.boolean(),
  comparison: BatchComparison.nullable(),
  preparedBy: Person,
  at: Time,
  expiresAt: Time,
});
export type BatchRequestDocument = z.infer<typeof BatchRequestDocument>;

/** Who may approve, and what needs approvals, on one computer. */
export const ControlState = z.strictObject({
  approvers: z.array(Person).max(100),
  policies: z.array(z.strictObject({ merchant: Merchant, policy: ApprovalPolicy })).max(500),
});
export type ControlState = z.infer<typeof ControlState>;

/** Requests approvals of a change that would loosen the current state: `from` is the hash of the document that it would replace. */
const ControlRequestDocument = z.strictObject({
  v: version,
  kind: z.literal('controlRequest'),
  databaseId: z.string(),
  from: Sha256,
  to: ControlState,
  /** The change in the requesting computer's words. */
  changes: z.array(z.string()),
  preparedBy: Person,
  at: Time,
  expiresAt: Time,
});
export type ControlRequestDocument = z.infer<typeof ControlRequestDocument>;

/** The exact subject of the decision. */
export const ApprovalSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('batch'), merchant: Merchant, batchId: BatchId, rowsHash: Sha256 }),
  z.strictObject({ kind: z.literal('controls'), databaseId: z.string(), from: Sha256, to: Sha256 }),
]);
export type ApprovalSubject = z.infer<typeof ApprovalSubject>;

/** What an approver decides about a request. */
export const Answer = z.enum(['approve', 'reject']);

const DecisionDocument = z.strictObject({
  v: version,
  kind: z.literal('decision'),
  decision: Answer,
  /** The hash of the request. */
  request: Sha256,
  subject: ApprovalSubject,
  preparedBy: Person,
  approver: Person,
  note: z.string().max(2000),
  at: Time,
  expiresAt: Time,
});
export type DecisionDocument = z.infer<typeof DecisionDocument>;

const WithdrawalDocument = z.strictObject({
  v: version,
  kind: z.literal('withdrawal'),
  request: Sha256,
  subject: ApprovalSubject,
  preparedBy: Person,
  at: Time,
});
export type WithdrawalDocument = z.infer<typeof WithdrawalDocument>;

/** The state in force on one computer, signed with its personal key. `previous` is the hash of the previous document. */
const ControlDocument = z.strictObject({
  v: version,
  kind: z.literal('controls'),
  databaseId: z.string(),
  version: z.number().int().min(1),
  previous: Sha256.nullable(),
  state: ControlState,
  /** The approvals that let it be loosened, as they were imported. */
  approvals: z.array(z.string()),
  signedBy: Person,
  at: Time,
});
export type ControlDocument = z.infer<typeof ControlDocument>;

/** A file that a person signed. */
export const SignedDocument = z.discriminatedUnion('kind', [
  CardDocument,
  BatchRequestDocument,
  ControlRequestDocument,
  DecisionDocument,
  WithdrawalDocument,
  ControlDocument,
]);
export type SignedDocument = z.infer<typeof SignedDocument>;

/** The person whose key must have signed a document. */
export function signerOf(document: SignedDocument): Person {
  switch (document.kind) {
    case 'card':
      return document.person;
    case 'request':
    case 'controlRequest':
    case 'withdrawal':
      return document.preparedBy;
    case 'decision':
      return document.approver;
    case 'controls':
      return document.signedBy;
  }
}
