import { Buffer } from 'node:buffer';
import type { Office } from './office.ts';

/** Opens a sheet from a CSV file with these lines, the header first. */
export async function openSheetOf(office: Office, lines: readonly string[]) {
  const bytes = Buffer.from(lines.join('\n'));
  const opening = await office.get('sheets.open', {
    profileName: 'main',
    source: { kind: 'file', fileName: 'rows.csv', bytes },
  });
  if (opening.kind !== 'opened') throw new Error(JSON.stringify(opening));
  return opening.sheet;
}

/** From then on, how many rows each search for the released payouts that rows may repeat was given. */
export function countCompared(office: Office): number[] {
  const compared: number[] = [];
  const { compareGiven } = office.store;
  Object.assign(office.store, {
    compareGiven: (...input: Parameters<typeof compareGiven>) => {
      compared.push(input[2].length);
      return compareGiven(...input);
    },
  });
  return compared;
}
