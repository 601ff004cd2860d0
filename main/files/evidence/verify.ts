import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { verdictLines } from '../../../contract/text/evidence-verdict.ts';
import { verifyArchive, verifyFiles } from './check-pack.ts';

/**
 * The verifier that lies in every evidence pack, built into one file that needs only Node. It verifies the archive or the folder of an
 * unpacked one that is named, or else the files beside it. Exit code 0: unchanged; 1: something differs; 2: nothing to verify.
 */
function main(): number {
  const [file] = process.argv.slice(2);
  const verdict =
    file === undefined
      ? verifyFiles(unpackedIn(import.meta.dirname ?? path.dirname(process.argv[1] ?? '.')), [])
      : statSync(file).isDirectory()
        ? verifyFiles(unpackedIn(file), [])
        : verifyArchive(readFileSync(file));
  process.stdout.write(`${verdictLines(verdict).join('\n')}\n`);
  return verdict.isWhole ? 0 : 1;
}

/** The files of a pack that was unpacked into this folder; other files there are not part of it. */
function unpackedIn(folder: string): Parameters<typeof verifyFiles>[0] {
  const own = /^(evidence(-\d+)?\.json|evidence\.pdf|payments\.csv|manifest\.json|seal\.json|verify\.mjs)$/;
  return readdirSync(folder)
    .filter((name) => own.test(name))
    .map((name) => ({ name, method: 0, packed: null, content: readFileSync(path.join(folder, name)) }));
}

try {
  process.exitCode = main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
