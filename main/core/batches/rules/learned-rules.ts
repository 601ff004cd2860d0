import { dayMs } from '../../../../contract/duration.ts';
import type { Problem } from '../../../../contract/errors.ts';
import type { CoreContext } from '../../context/context.ts';
import { clientOf } from '../../context/subject.ts';
import type { LearnedRule, NeededColumn, RejectedPayout, StoredProfile } from '../../ports/index.ts';
import { pagesFrom } from '../../payments/pages.ts';

/** How long a rejection is remembered: the gateway may need less today than it did then. */
const rememberedMs = 90 * dayMs;
const rejectedAtOnce = 200;
/** How many rejected payouts, and payouts after them, are read: at most a second of work. */
const mostRejected = 5_000;
const acceptedAtOnce = 1_000;
const mostAccepted = 20_000;

type RuleParts = Pick<CoreContext, 'store' | 'clock' | 'gateway'>;

/**
 * What the gateway needs for each method and operator, learned from its rejections: a column that it complained about and that was empty.
 * If it later accepts a similar payout without that column, in the same batch or later, the column was not the cause and is not a rule.
 */
export async function learnRules(context: RuleParts, profile: StoredProfile): Promise<LearnedRule[]> {
  const { store, clock } = context;
  const since = clock.now() - rememberedMs;
  const found = new Map<string, { readonly rule: LearnedRule; readonly beforeBatch: number }>();
  let looked = 0;
  const pages = pagesFrom(clock, null, (before: number | null) =>
    store.rejectedPayouts(profile.keyId, { before, since, limit: rejectedAtOnce }),
  );
  for await (const page of pages) {
    for (const payout of page.rejected)
      for (const column of neededBy(context, profile, payout)) {
        const { paymentMethodCode, paymentOperatorCode, rejectedAt, beforeBatch } = payout;
        const key = JSON.stringify([paymentMethodCode, paymentOperatorCode, column]);
        if (!found.has(key))
          found.set(key, {
            rule: { paymentMethodCode, paymentOperatorCode, column, rejectedAt },
            beforeBatch,
          });
      }
    looked += rejectedAtOnce;
    if (looked >= mostRejected) break;
  }
  const rules: LearnedRule[] = [];
  for (const { rule, beforeBatch } of found.values())
    if (!(await isAcceptedWithout(context, profile, rule, beforeBatch))) rules.push(rule);
  return rules;
}

function neededBy(
  { gateway }: RuleParts,
  profile: StoredProfile,
  { answer, empty }: RejectedPayout,
): NeededColumn[] {
  const complaints = clientOf(gateway, profile).complaintsIn(answer);
  return empty.filter((column) => complaints.some((complaint) => columnOf(complaint) === column));
}

const columnsByName: ReadonlyMap<string, NeededColumn> = new Map([
  ['accountname', 'accountName'],
  ['accountnumber', 'accountNumber'],
  ['paymentoperatorcode', 'paymentOperatorCode'],
  ['emailaddress', 'emailAddress'],
]);

/** The column that a complaint names, from the last part of its path: `paymentMethod.account.accountName`. */
export function columnOf({ field }: Pick<Problem, 'field'>): NeededColumn | null {
  const last = field?.match(/[A-Za-z]\w*(?=\W*$)/)?.[0] ?? '';
  return columnsByName.get(last.replaceAll('_', '').toLowerCase()) ?? null;
}

async function isAcceptedWithout(
  { store, clock }: RuleParts,
  { keyId }: StoredProfile,
  rule: LearnedRule,
  beforeBatch: number,
): Promise<boolean> {
  let after = beforeBatch;
  for (let looked = 0; looked < mostAccepted; looked += acceptedAtOnce) {
    const { isFound, next } = store.acceptedWithout(keyId, rule, { after, limit: acceptedAtOnce });
    if (isFound || next === null) return isFound;
    after = next;
    await clock.turn();
  }
  return false;
}
