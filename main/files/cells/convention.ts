import type { FaultAt } from '../../../contract/errors.ts';
import type { Convention } from './amounts.ts';
import { shown } from '../problems.ts';

/** An amount with its position in the file. */
export type Place = { readonly line: number; readonly value: string };

/** An amount that can be read in two ways, and the row that waits for it. */
export type TwoReadings = Place & { readonly point: string; readonly comma: string };

/** The decimal sign that all amounts of a file together prove. */
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

/** Both sides of a contradiction, each naming the line of the other. */
export function contradictionProblems(point: Place, comma: Place): FaultAt[] {
  const faultHere = (sign: Convention, here: Place, { line, value }: Place): FaultAt => ({
    line: here.line,
    field: 'amount',
    value: shown(here.value),
    fault: { code: 'amountSigns', sign, other: { line, value: shown(value) } },
  });
  return [faultHere('point', point, comma), faultHere('comma', comma, point)];
}

/** Both readings of an amount that nothing in the file decides. */
export function twoReadingsProblem({ line, value, point, comma }: TwoReadings): FaultAt {
  return {
    line,
    field: 'amount',
    value: shown(value),
    fault: { code: 'amountTwoReadings', value, point, comma },
  };
}
