import { dayText } from '../../../contract/text/clock.ts';

/** Ranges of local days that end today or with a month, both days included. */
export function dayRanges(now: Date): { title: string; from: string; to: string }[] {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const text = (...date: [number, number, number]) => dayText(new Date(...date));
  const quarter = month - (month % 3);
  const today = text(year, month, day);
  return [
    { title: 'Today', from: today, to: today },
    { title: '7 days', from: text(year, month, day - 6), to: today },
    { title: '30 days', from: text(year, month, day - 29), to: today },
    { title: 'This month', from: text(year, month, 1), to: today },
    { title: 'Last month', from: text(year, month - 1, 1), to: text(year, month, 0) },
    { title: 'Last quarter', from: text(year, quarter - 3, 1), to: text(year, quarter, 0) },
    { title: 'This year', from: text(year, 0, 1), to: today },
  ];
}
