import { counted } from '../numbers.ts';

/** What to do about a record that cannot be read: it may be derived data, for which a restore would give up what is newer than the backup. */
export const unreadableAdvice =
  'Stop sending, and rebuild the derived data (on the command line: bursar doctor --rebuild). If Bursar still cannot read it, make a copy of the data folder, and restore the latest backup.';

/** What lists leave out because it cannot be read, and what to do; `left`: the first of `count` records; none where they are not named here. */
export function unreadableRecordsText(left: readonly string[], count: number): string {
  const rest = count > left.length ? `; ${counted(count - left.length, 'more record')}` : '';
  const [cannot, are] =
    count === 1
      ? ['The database holds a record', 'is']
      : [`The database holds ${counted(count, 'record')}`, 'are'];
  const named = left.length === 0 ? '. `bursar doctor` names what it is' : `: ${left.join('; ')}${rest}`;
  return `${cannot} that Bursar cannot read, and that ${are} missing from what it lists${named}. ${unreadableAdvice}`;
}
