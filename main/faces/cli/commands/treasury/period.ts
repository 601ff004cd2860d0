import { Day } from '../../../../../contract/treasury/flows.ts';
import { textOption, type OptionValues } from '../../command.ts';
import { wrongUsage } from '../../failures.ts';

export const periodOptions = { from: 'text', until: 'text' } as const;
export const periodUsage = '--from DATE --until DATE';

/** The first and the last day that a command names, both in UTC. */
export function readPeriod(options: OptionValues): { from: string; until: string } {
  return { from: readDay(options, 'from'), until: readDay(options, 'until') };
}

function readDay(options: OptionValues, name: 'from' | 'until'): string {
  const text = textOption(options, name);
  if (text === null) throw wrongUsage('--from DATE and --until DATE are required.');
  const day = Day.safeParse(text);
  if (!day.success) throw wrongUsage(`--${name} takes a day such as 2026-03-31.`);
  return day.data;
}
