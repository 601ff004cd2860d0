import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Failures that are ignored on purpose, by the reason that stands beside each. Anything else in main that nobody waits for goes to
 * `BackgroundWork`, so that it is told as attention.
 */
const reasons = [
  'Bursar was closed or is busy: the page tries again until it answers.',
  'a failed worker has ended too, and its error is handled below.',
  'a progress line that cannot be shown changes nothing; the run itself reports failures.',
  'if that fails, the list says why, and new entries appear once it is read again.',
  'the caller no longer wants it.',
  'the database has the document too; a copy that cannot be written only helps less.',
  'the failure to write is reported; this only tidies up.',
  'the program also runs without a cache.',
  'the same fault as before; only the records before it were wanted.',
  'the screen loads again when it is opened, and then says why it cannot.',
  'the window then opens in the middle of the screen.',
  'unreadable data is read again with the next event, or when the person asks for it.',
  'without /proc nothing can be done, but Bursar runs anyway; see SECURITY.md.',
  'without the time of a clean end, the next opening treats the folder as used until then.',
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

it('ignores only failures that are listed here with their reason', () => {
  const found = ['main', 'preload', 'renderer', 'sandbox'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) =>
        reasonsIn(readFileSync(path.join(root, folder, file), 'utf8')).map(
          (reason) => reason ?? `none: ${folder}/${file}`,
        ),
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
