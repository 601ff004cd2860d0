import type { Problem } from '../../../contract/errors.ts';
import type { Convention } from './amounts.ts';
import { shown } from '../problems.ts';
import type { Fault } from '../problems.ts';

/** An amount where it stands in the file. */
export type Place = { readonly line: number; readonly value: string };

/** An amount that can be read in two ways, and the row that waits for it. */
export type TwoReadings = Place & { readonly point: string; readonly comma: string };

/** What all amounts of a file together say about its decimal sign. */
type Verdict =
  | { readonly kind: 'agreed'; readonly convention: Convention; readonly proof: Place }
  /** Nothing proves a convention. */
  | { readonly kind: 'unproven' }
  | { readonly kind: 'contradiction'; readonly point: Place; readonly comma: Place };

/** Judges by the first amount that proves each convention. */
export function judge(proofs: Readonly<Record<Convention, Place | null>>): Verdict {
  const { point, comma } = proofs;
  if (point !== null && comma !== null) return { kind: 'contradiction', point, comma };
  if (point !== null) return { kind: 'agreed', convention: 'point', proof: point };
  if (comma !== null) return { kind: 'agreed', convention: 'comma', proof: comma };
  return { kind: 'unproven' };
}

const oneWay = 'all amounts of the file written in one way, best as plain numbers such as 1234.50';

/** Both sides of a contradiction, each naming the line of the other. */
export function contradictionProblems(point: Place, comma: Place): Problem[] {
  const tell = (here: Place, sign: string, there: Place, otherSign: string): Problem => ({
    line: here.line,
    field: 'amount',
    value: shown(here.value),
    message: `This amount has a decimal ${sign}, but ${shown(there.value)} on line ${there.line} has a decimal ${otherSign}.`,
    expected: oneWay,
  });
  return [tell(point, 'point', comma, 'comma'), tell(comma, 'comma', point, 'point')];
}

/** Both readings of an amount that nothing in the file decides. */
export function twoReadingsProblem(readings: TwoReadings): Problem {
  const { line, value } = readings;
  return { line, field: 'amount', value: shown(value), ...twoReadingsFault(readings) };
}

/** As `twoReadingsProblem`, wherever the amount stands. */
export function twoReadingsFault({ value, point, comma }: Omit<TwoReadings, 'line'>): Fault {
  return {
    message: `${value} is ${point} with a decimal point, and ${comma} with a decimal comma.`,
    expected: `${point} or ${comma}, with decimals that leave no doubt, for example ${certain(point)} or ${certain(comma)}`,
  };
}

/** The same amount written so that it can be read in one way only. */
function certain(amount: string): string {
  return amount.includes('.') ? `${amount}0` : `${amount}.00`;
}
