import { parseArgs } from 'node:util';
import { compareAmounts, negateAmount, subtractAmounts } from '../../contract/money/amount.ts';
import { simulateBusiness } from './business.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, months: { type: 'string', default: '12' } },
});
const listedErrors = 10;
const startedAt = Date.now();
const { payments, statements, forecasts, errors, problems } = await simulateBusiness(
  Number(values.seed),
  Number(values.months),
);
const tell = (text: string): void => void process.stdout.write(`${text}\n`);
const offBy = ({ projected, happened }: (typeof errors)[number]): string => {
  const difference = subtractAmounts(happened, projected);
  return compareAmounts(difference, '0') < 0 ? negateAmount(difference) : difference;
};
for (const problem of problems) tell(`WRONG ${problem}`);
tell(`${payments} payments, ${statements} statements, ${problems.length} problems`);
tell(`${forecasts} forecasts of the evening's balance, ${forecasts - errors.length} exact`);
for (const error of errors
  .toSorted((left, right) => compareAmounts(offBy(right), offBy(left)))
  .slice(0, listedErrors))
  tell(
    `  ${error.day} ${error.profileName} ${error.currencyCode}: ${error.projected} projected, ${error.happened} happened`,
  );
tell(`${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
process.exitCode = problems.length === 0 ? 0 : 1;
