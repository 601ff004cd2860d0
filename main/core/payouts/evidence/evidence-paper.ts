import { countText } from '../../../../contract/text/numbers.ts';
import { momentText } from '../../../../contract/text/clock.ts';
import { problemText } from '../../../../contract/text/problem-text.ts';
import { environmentText } from '../../../../contract/text/states.ts';
import { fullEventText, outcomePart, paymentsPart } from '../../payments/paper.ts';
import type { ChainedEvent, PaperDocument, PaperPart, StoredProfile } from '../../ports/index.ts';
import type { EnvironmentPart } from './by-environment.ts';

/** Events are listed one by one up to this number. */
const mostEvents = 400;

type EvidenceContents = {
  readonly about: string;
  readonly createdAt: number;
  readonly profiles: readonly Pick<StoredProfile, 'name' | 'merchantCode' | 'baseUrl'>[];
  readonly parts: readonly EnvironmentPart[];
  /** By order ID, which other payout the row of a payout has; the first of `otherPayoutCount`. */
  readonly otherPayouts: readonly (readonly [idPayment: string, text: string])[];
  readonly otherPayoutCount: number;
  readonly events: readonly { readonly of: string; readonly event: ChainedEvent }[];
  readonly eventCount: number;
  readonly checkpoints: number;
  readonly head: { readonly sequence: number; readonly hash: string };
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
  readonly keyFingerprint: string | null;
};

/** The document for an auditor: what it contains, what it proves, and what it does not. */
export function evidencePaper(contents: EvidenceContents): PaperDocument {
  const { parts, events } = contents;
  return {
    title: 'Evidence of payments',
    about: contents.about,
    foot: `Created by Bursar on ${momentText(contents.createdAt)}`,
    createdAt: contents.createdAt,
    isWide: true,
    parts: [
      ...(contents.profiles.length === 0 ? [] : [merchantsPart(contents.profiles)]),
      ...parts.flatMap((part) => environmentParts(part, parts.length > 1)),
      ...(parts.length === 0 ? [heading('Payments'), note('No payouts.')] : []),
      ...otherPayoutParts(contents),
      { kind: 'heading', text: 'What happened' },
      ...(events.length > 0 && events.length <= mostEvents
        ? [eventsPart(events)]
        : [note(`${countText(contents.eventCount)} events are in the JSON files.`)]),
      { kind: 'heading', text: 'How this is proved' },
      ...proofParts(contents),
    ],
  };
}

function otherPayoutParts({ otherPayouts, otherPayoutCount }: EvidenceContents): PaperPart[] {
  if (otherPayoutCount === 0) return [];
  return [
    heading('Other payouts for their rows'),
    { kind: 'facts', facts: otherPayouts },
    ...leftOutPart(
      otherPayoutCount - otherPayouts.length,
      'payments have other payouts: payments.csv names them',
    ),
  ];
}

/** Whose payments these are: the name of a profile is the company's own. */
function merchantsPart(profiles: EvidenceContents['profiles']): PaperPart {
  return {
    kind: 'facts',
    facts: profiles.map(
      ({ name, merchantCode, baseUrl }) =>
        [`Profile ${name}`, `Merchant ${merchantCode} at ${baseUrl}`] as const,
    ),
  };
}

function environmentParts(
  { environment, sums, payments, paymentsLeftOut }: EnvironmentPart,
  isOneOfSeveral: boolean,
): PaperPart[] {
  const of = isOneOfSeveral ? ` (${environmentText(environment)})` : '';
  return [
    heading(`Totals${of}`),
    outcomePart(sums),
    heading(`Payments${of}`),
    paymentsPart(payments),
    ...leftOutPart(paymentsLeftOut, 'payments are in payments.csv and in the JSON files'),
    ...problemParts(payments, of),
  ];
}

/** What the state and the gateway's status do not tell, such as another amount that the gateway holds. */
function problemParts(payments: EnvironmentPart['payments'], of: string): PaperPart[] {
  const facts = payments.flatMap((payment) =>
    payment.problem === null ? [] : [[payment.idPayment, problemText(payment.problem, payment)] as const],
  );
  return facts.length === 0 ? [] : [heading(`Problems${of}`), { kind: 'facts', facts }];
}

function leftOutPart(count: number, what: string): PaperPart[] {
  return count === 0 ? [] : [note(`${countText(count)} more ${what}.`)];
}

function heading(text: string): PaperPart {
  return { kind: 'heading', text };
}

function note(text: string): PaperPart {
  return { kind: 'text', text };
}

function eventsPart(events: EvidenceContents['events']): PaperPart {
  return {
    kind: 'table',
    columns: [
      { header: 'Event', isFigure: true },
      { header: 'Time' },
      { header: 'Of', share: 2 },
      { header: 'What happened', share: 4 },
      { header: 'State' },
      { header: 'Hash', share: 2 },
    ],
    rows: events.map(({ of, event }) => [
      String(event.sequence),
      momentText(event.at),
      of,
      fullEventText(event),
      event.to ?? '',
      event.hash.slice(0, 16),
    ]),
  };
}

function proofParts({ files, head, eventCount, checkpoints, keyFingerprint }: EvidenceContents): PaperPart[] {
  return [
    note(
      'Every change in Bursar is an event that carries the hash of the event before it. The JSON files hold the events of these payments with their hashes, the exact bytes of each request, and the answers of the gateway as recorded (up to 4,000 characters each). manifest.json lists the SHA-256 of every file, and seal.json the signature of the manifest.',
    ),
    note(
      'To verify: run “bursar evidence verify FILE.zip”, or, on a computer with Node 20 and without Bursar, “node verify.mjs FILE.zip” with a verify.mjs that you trust.',
    ),
    {
      kind: 'facts',
      facts: [
        ['Signed with', keyFingerprint ?? 'Not signed: no audit key signed this pack'],
        [
          'Events',
          `${countText(eventCount)} here, of ${countText(head.sequence)} in the log when this was created`,
        ],
        ['Checkpoints', countText(checkpoints)],
        ['Hash of the last event in the log', head.hash],
        ...files.map(({ name, sha256 }) => [`SHA-256 of ${name}`, sha256] as const),
      ],
    },
    note(
      'What the signature proves: nothing here has changed since the holder of the audit key signed it. Anyone who can use that computer as its owner can sign with the key, so compare the fingerprint with the one that the company gave you through another channel, and keep checkpoints in a witness file elsewhere. Events between those shown are about other payments, or about settings, profiles and policies, and are not disclosed; “bursar audit verify” on the computer of the company verifies the whole chain.',
    ),
  ];
}
