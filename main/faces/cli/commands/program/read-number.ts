import { textOption, type OptionValues } from '../../command.ts';
import { wrongUsage } from '../../failures.ts';

/** The number of an option, a whole one unless it is a share; the usual one if the option is not given. */
export function readNumber(options: OptionValues, name: string, usual: number, largest: number): number {
  const text = textOption(options, name);
  if (text === null) return usual;
  const number = text.trim() === '' ? Number.NaN : Number(text);
  const isWhole = largest > 1 ? Number.isInteger(number) : true;
  if (!isWhole || !(number >= 0 && number <= largest))
    throw wrongUsage(`--${name} takes a number from 0 to ${largest}.`);
  return number;
}
