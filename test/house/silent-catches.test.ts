import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Failures that are ignored on purpose, by the reason that stands beside each. Anything else that nobody waits for goes to
 * `BackgroundWork`, so that it is told as attention.
 */
const reasons = [
  'a cache is no condition for running.',
  'a line of progress that cannot be shown changes nothing; the run itself says what fails.',
  'a worker that fails has ended too, and its error is heard below.',
  'the caller has given it up.',
  'the caller that awaits it gets the error; this only keeps the worker from ending first.',
  'the database has the document too; a copy that cannot be written only helps less.',
  'the same fault as before; what was wanted are the records in front of it.',
  'the window then opens in the middle of the screen.',
  'without /proc there is nothing to be done, and it is no reason not to run. SECURITY.md says so.',
  'without the time of a clean end, the next opening takes the folder for used until then.',
];

/** A catch that does nothing, in a block or as a function. */
const silent =
  /catch \{\s*(?:\/\/[^\n]*\s*)*(?:return;\s*)?\}|\.catch\(\(\) => (?:undefined|null|\{\s*\})\)/g;
const reasonPattern = /\/\/ Ignored: ([^\n]+)/;

/** The reason of each silent catch of a source; null where there is none in it or on the two lines before. */
function reasonsIn(source: string): (string | null)[] {
  return [...source.matchAll(silent)].map((found) => {
    const before = source.slice(0, found.index).split('\n').slice(-3).join('\n');
    return (reasonPattern.exec(found[0]) ?? reasonPattern.exec(before))?.[1] ?? null;
  });
}

it('ignores no failure but those that are listed here with their reason', () => {
  const found = readdirSync(path.join(root, 'main'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      reasonsIn(readFileSync(path.join(root, 'main', file), 'utf8')).map(
        (reason) => reason ?? `none: ${file}`,
      ),
    );
  expect(found.toSorted()).toEqual(reasons);
});

it.each([
  'try { go(); } catch {}',
  'try { go(); } catch {\n  // It does not matter.\n}',
  'try { go(); } catch {\n  return;\n}',
  'go().catch(() => undefined);',
  'go().catch(() => {});',
])('would see %s', (source) => {
  expect(reasonsIn(source)).toEqual([null]);
});
