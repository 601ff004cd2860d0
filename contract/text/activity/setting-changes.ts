import { z } from 'zod';
import { usualAccounts } from '../../treasury/books.ts';
import type { MethodRule } from '../../batches/source.ts';
import { PayeeFindingKind } from '../../payees/findings.ts';
import { Settings } from '../../settings.ts';
import type { BalanceFloor, LowBalanceLimit } from '../../treasury.ts';
import { moneyText } from '../numbers.ts';
import { findingTitles, levelTitles } from '../payees.ts';
import { fieldTitle } from '../states.ts';

/** A null value is shown as `none`. */
type Part = readonly [name: string, value: string | null];

/** Reads a value by its schema and names its parts; null if it is none. */
function inParts<Schema extends z.ZodType>(
  schema: Schema,
  partsOf: (value: z.output<Schema>) => readonly Part[],
): (value: unknown) => readonly Part[] | null {
  return (value) => {
    const read = schema.safeParse(value);
    return read.success ? partsOf(read.data) : null;
  };
}

const { shape } = Settings;

/** The parts of each setting that has some, for people. Parts of one name belong together. */
const partsOf: ReadonlyMap<string, (value: unknown) => readonly Part[] | null> = new Map([
  [
    'releaseLimits',
    inParts(shape.releaseLimits, (limits) =>
      limits.flatMap(({ currencyCode, largestPayout, largestBatch }): Part[] => [
        [`Largest payout in ${currencyCode}`, limitText(largestPayout, currencyCode)],
        [`Largest batch in ${currencyCode}`, limitText(largestBatch, currencyCode)],
      ]),
    ),
  ],
  ['floors', inParts(shape.floors, (floors) => floors.map((each) => amountOf('Floor', each)))],
  [
    'lowBalanceLimits',
    inParts(shape.lowBalanceLimits, (limits) => limits.map((each) => amountOf('Alert', each))),
  ],
  [
    'bookAccounts',
    inParts(shape.bookAccounts, (accounts) =>
      accounts.map(({ kind, currencyCode, paymentMethodCode, account }) => [
        [usualAccounts[kind], currencyCode, paymentMethodCode].filter((each) => each !== '').join(' '),
        account,
      ]),
    ),
  ],
  [
    'methodRules',
    inParts(shape.methodRules, (each) =>
      each.map(({ profileName, rules }) => [profileName, rules.map(ruleText).join(', then ')]),
    ),
  ],
  [
    'ignoredTestFlags',
    inParts(shape.ignoredTestFlags, (names) => names.map((name) => [`Test flag of ${name}`, 'acknowledged'])),
  ],
  [
    'mutedNotifications',
    inParts(shape.mutedNotifications, (muted) => muted.map((name) => [fieldTitle(name), 'turned off'])),
  ],
  [
    'callbackListener',
    inParts(shape.callbackListener, ({ isOn, host, port, publicUrl }) => [
      ['Listener', isOn ? 'on' : 'off'],
      ['Address', host],
      ['Port', String(port)],
      ['External address', publicUrl],
    ]),
  ],
  [
    'payeePolicy',
    inParts(shape.payeePolicy, ({ amountsFrom, waitingHours, ...levels }) => [
      ...PayeeFindingKind.options.map((kind): Part => [findingTitles[kind], levelTitles[levels[kind]]]),
      // Before the amounts, which may be many: the question about a change shows the first ones.
      ['Waiting time in hours', String(waitingHours)],
      ...amountsFrom.map((each): Part => [
        `Amounts that count in ${each.currencyCode}`,
        `${moneyText(each)} or more`,
      ]),
    ]),
  ],
]);

/**
 * What differs between two values of a setting, for people: `New payee: from Inform to Block release`, or `From 90 to 45` of one
 * without parts. The values are those of its event or of a change that is to be confirmed; a value that is none of that setting, as an
 * older Bursar's may be, is shown as it is.
 */
export function settingChanges(name: string, from: unknown, to: unknown): string[] {
  const [before, after] = [partsIn(name, from), partsIn(name, to)];
  if (before === null || after === null) return [`From ${valueText(from)} to ${valueText(to)}`];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const changes = names
    .map((part) => [part, before.get(part) ?? 'none', after.get(part) ?? 'none'] as const)
    .filter(([, was, is]) => was !== is)
    .map(([part, was, is]) => `${part}: from ${was} to ${is}`);
  return changes.length === 0 ? ['The order or the details of its parts'] : changes;
}

const Fields = z.record(z.string(), z.unknown());

function partsIn(name: string, value: unknown): Map<string, string> | null {
  const parts = partsOf.get(name)?.(value) ?? fieldsIn(value);
  if (parts === null) return null;
  return new Map(
    Array.from(
      Map.groupBy(parts, ([part]) => part),
      ([part, same]) => [part, same.map(([, each]) => each ?? 'none').join(' and ')],
    ),
  );
}

function fieldsIn(value: unknown): Part[] | null {
  const fields = Fields.safeParse(value);
  return fields.success
    ? Object.entries(fields.data).map(([name, each]) => [fieldTitle(name), valueText(each)])
    : null;
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value) && value.length === 0) return 'none';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

function amountOf(what: string, each: BalanceFloor | LowBalanceLimit): Part {
  return [`${what} of ${each.profileName} in ${each.currencyCode}`, moneyText(each)];
}

function limitText(amount: string | null, currencyCode: string): string | null {
  return amount === null ? null : moneyText({ amount, currencyCode });
}

function ruleText({ when, paymentMethodCode, paymentOperatorCode }: MethodRule): string {
  const { currencyCode, account, serviceLevel, agent } = when;
  const accounts = { iban: 'an IBAN', other: 'another account' } as const;
  const traits = [currencyCode, account === undefined ? undefined : accounts[account], serviceLevel, agent];
  const payments = traits.filter((each) => each !== undefined).join(', ');
  const operator = paymentOperatorCode === '' ? '' : ` with ${paymentOperatorCode}`;
  return `${payments === '' ? 'every payment' : payments} by ${paymentMethodCode}${operator}`;
}
