import { readJson } from '../../../contract/json.ts';
import { shortestAmount } from '../../../contract/money/amount.ts';
import { AppError } from '../../../contract/errors.ts';
import type { Money } from '../../../contract/money/money.ts';
import type { PaymentKind } from '../../../contract/payments/payment.ts';
import { succeed, type Result } from '../../../contract/result.ts';
import { PaymentOption } from '../../../contract/treasury.ts';
import type { CoreContext, StoreContext } from '../context/context.ts';
import { clientOf } from '../context/subject.ts';
import type {
  CallOptions,
  PaymentOption as GatewayOption,
  StoredOptions,
  StoredProfile,
} from '../ports/index.ts';
import { shownName } from '../reference/merge.ts';
import { cleanUpPeriodically } from './cleanup.ts';

/** The methods available for an amount, and when the gateway listed them (milliseconds since 1970). */
export type OptionsAnswer = {
  readonly asOf: number;
  readonly options: PaymentOption[];
  /** Why there is no option (status 406); null if there is one. */
  readonly refusal: AppError | null;
};

/** For each amount, the stored answer if there is one and it is not older than this; offline. */
export function knownOptions(
  { store, clock }: StoreContext,
  { keyId }: Pick<StoredProfile, 'keyId'>,
  kind: PaymentKind,
  monies: readonly Money[],
  maxAgeMs: number,
): (OptionsAnswer | null)[] {
  const now = clock.now();
  const byCurrency = new Map(
    [...Map.groupBy(monies, ({ currencyCode }) => currencyCode)].map(([currencyCode, ofCurrency]) => [
      currencyCode,
      store.findOptions(
        { keyId, kind, currencyCode },
        ofCurrency.map(({ amount }) => shortestAmount(amount)),
      ),
    ]),
  );
  return monies.map((money) => {
    const kept = byCurrency.get(money.currencyCode)?.get(shortestAmount(money.amount));
    return kept === undefined || kept.at > now || now - kept.at > maxAgeMs ? null : readKept(kept);
  });
}

/**
 * Methods and operators for this amount and currency: from the store if the answer there is younger than `maxAgeMs`, otherwise from the
 * gateway, whose answer is stored. That it offers none (406) is an answer too. Options for a customer segment
 * (empty: none is named) are neither stored nor read from the store.
 */
export async function readOptions(
  context: CoreContext,
  profile: StoredProfile,
  kind: PaymentKind,
  money: Money,
  maxAgeMs: number,
  callOptions: CallOptions,
  segmentCode = '',
): Promise<Result<OptionsAnswer>> {
  const isKept = segmentCode === '';
  const [known = null] =
    isKept && maxAgeMs > 0 ? knownOptions(context, profile, kind, [money], maxAgeMs) : [];
  if (known !== null) return succeed(known);
  const { store, gateway, clock } = context;
  const answer = await clientOf(gateway, profile).call(
    'availableOptions',
    { kind, money, segmentCode },
    callOptions,
  );
  if (!answer.ok && answer.error.code !== 'gatewayRefused') return answer;
  const fresh: OptionsAnswer = {
    asOf: clock.now(),
    options: answer.ok ? answer.value.value.map(shown) : [],
    refusal: answer.ok ? null : answer.error,
  };
  if (!isKept) return succeed(fresh);
  const { currencyCode } = money;
  store.saveOptions(
    { keyId: profile.keyId, kind, currencyCode, amount: shortestAmount(money.amount) },
    {
      at: fresh.asOf,
      optionsJson: JSON.stringify(fresh.options),
      refusalJson: fresh.refusal === null ? null : JSON.stringify(withoutRaw(fresh.refusal)),
    },
  );
  await cleanUpPeriodically(context);
  return succeed(fresh);
}

/** An option as it is shown and stored. */
function shown({ operators, name, ...option }: GatewayOption): PaymentOption {
  return {
    ...option,
    name: shownName(name),
    operators: operators.map((operator) => ({ ...operator, name: shownName(operator.name) })),
  };
}

/** Thousands of complete refusals would fill the disk. */
function withoutRaw({
  details: { raw: _raw, tokenRaw: _tokenRaw, ...details },
  ...error
}: AppError): AppError {
  return { ...error, details };
}

/** Null if the stored answer cannot be parsed: then it is requested again. */
function readKept({ at, optionsJson, refusalJson }: StoredOptions): OptionsAnswer | null {
  const options = readJson(PaymentOption.array(), optionsJson);
  const refusal = readJson(AppError, refusalJson);
  if (options === null || (refusal === null && refusalJson !== null)) return null;
  return { asOf: at, options, refusal };
}
