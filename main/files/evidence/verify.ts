import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { verdictLines } from '../../../contract/text/evidence-verdict.ts';
import { verifyArchive, verifyFiles } from './check-pack.ts';

/**
 * The verifier that lies in every evidence pack, built into one file that needs only Node. It verifies the archive or the folder of an
 * unpacked one that is named, or else the files beside it. Exit code 0: unchanged; 1: something differs; 2: nothing to verify.
 */
function main(): number {
  const [named] = process.argv.slice(2);
  const place = named ?? import.meta.dirname ?? path.dirname(process.argv[1] ?? '.');
  const isUnpacked = statSync(place).isDirectory();
  const verdict = isUnpacked ? verifyFiles(unpackedIn(place), []) : verifyArchive(readFileSync(place));
  const lines = [...verdictLines(verdict), ...(isUnpacked ? othersIn(place) : [])];
  process.stdout.write(`${lines.join('\n')}\n`);
  return verdict.isWhole ? 0 : 1;
}

const own = /^(evidence(-\d+)?\.json|evidence\.pdf|payments\.csv|manifest\.json|seal\.json|verify\.mjs)$/;
const namedOthers = 5;

/** Says of files that lie beside those of a pack that nothing is known of them: one of them could be taken for a part of it. */
function othersIn(folder: string): string[] {
  const others = readdirSync(folder).filter((name) => !own.test(name) && !name.startsWith('.'));
  const names = others.slice(0, namedOthers).map((name) => name.replaceAll(/\p{C}/gu, '�'));
  const more = others.length > names.length ? [`and ${others.length - names.length} more`] : [];
  return others.length === 0
    ? []
    : [`Not part of the pack, and not verified: ${[...names, ...more].join(', ')}.`];
}

/** The files of a pack that was unpacked into this folder; other files there are not part of it. */
function unpackedIn(folder: string): Parameters<typeof verifyFiles>[0] {
  return readdirSync(folder)
    .filter((name) => own.test(name))
    .map((name) => ({ name, method: 0, packed: null, content: readFileSync(path.join(folder, name)) }));
}

try {
  process.exitCode = main();
} catch (error) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  process.stderr.write(`${process.argv[2] ?? 'The folder'} cannot be read (${code}). Check the name.\n`);
  process.exitCode = 2;
}
