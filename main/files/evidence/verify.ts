import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { verdictLines } from '../../../contract/text/activity/evidence-verdict.ts';
import { archiveVerification, fileVerification, resultOf, type VerifiedSoFar } from './check-pack.ts';
import type { PackFile } from './read-pack.ts';

const oldestNode = 20;

/**
 * The verifier in every evidence pack, built into one file that needs only Node. It verifies the named archive, or the folder of
 * an unpacked one; by default, the files beside it. Exit code 0: unchanged; 1: something differs; 2: nothing was verified.
 */
function main(): number {
  const { node } = process.versions;
  // An older one lacks functions that verifying needs, and every file would seem to be changed.
  if (Number.parseInt(node, 10) < oldestNode) {
    process.stderr.write(
      `This is Node ${node}, and the verifier needs Node ${oldestNode} or later. Nothing was verified.\n`,
    );
    return 2;
  }
  const [named] = process.argv.slice(2);
  const place = named ?? import.meta.dirname ?? path.dirname(process.argv[1] ?? '.');
  const isUnpacked = statSync(place).isDirectory();
  const verification = isUnpacked ? unpackedVerification(place) : archiveVerification(readFileSync(place));
  const verdict = resultOf(verification, shownProgress());
  const lines = [...verdictLines(verdict), ...(isUnpacked ? othersIn(place) : [])];
  process.stdout.write(`${lines.join('\n')}\n`);
  return verdict.isWhole ? 0 : 1;
}

const own = /^(evidence(-\d+)?\.json|evidence\.pdf|payments\.csv|manifest\.json|seal\.json|verify\.mjs)$/;
const namedOthers = 5;

/** Says that other files beside those of a pack are not verified, because one of them could be taken for a part of it. */
function othersIn(folder: string): string[] {
  const others = readdirSync(folder).filter((name) => !own.test(name) && !name.startsWith('.'));
  const names = others.slice(0, namedOthers).map((name) => name.replaceAll(/\p{C}/gu, '�'));
  const more = others.length > names.length ? [`and ${others.length - names.length} more`] : [];
  return others.length === 0
    ? []
    : [`Not part of the pack, and not verified: ${[...names, ...more].join(', ')}.`];
}

/** Verifies the files of a pack that was unpacked into this folder; other files there are not part of it. */
function unpackedVerification(folder: string): ReturnType<typeof fileVerification> {
  const names = readdirSync(folder).filter((name) => own.test(name));
  return fileVerification(unpackedFiles(folder, names), names.length, []);
}

function* unpackedFiles(folder: string, names: readonly string[]): Iterable<PackFile> {
  for (const name of names) yield { name, packed: null, content: readFileSync(path.join(folder, name)) };
}

const progressStepMs = 1000;

/** Shows the progress at a terminal, at most once a second; a program that reads the output gets only the result. */
function shownProgress(): (soFar: VerifiedSoFar) => void {
  let shownAt = Date.now();
  return ({ done, total }) => {
    if (!process.stderr.isTTY || Date.now() - shownAt < progressStepMs) return;
    shownAt = Date.now();
    process.stderr.write(`Verified ${done} of ${total} files\n`);
  };
}

try {
  process.exitCode = main();
} catch (error) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  process.stderr.write(`${process.argv[2] ?? 'The folder'} cannot be read (${code}). Check the name.\n`);
  process.exitCode = 2;
}
