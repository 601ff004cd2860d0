import { counted } from '../numbers.ts';

/** What lists leave out because it cannot be read, and what to do; `left`: the first of `count` records. */
export function leftOutText(left: readonly string[], count: number): string {
  const rest = count > left.length ? `; ${counted(count - left.length, 'more record')}` : '';
  const [cannot, are] =
    count === 1
      ? ['The database holds a record', 'is']
      : [`The database holds ${counted(count, 'record')}`, 'are'];
  return `${cannot} that Bursar cannot read, and that ${are} missing from what it lists: ${left.join('; ')}${rest}. Stop sending, make a copy of the data folder, and restore the latest backup.`;
}
