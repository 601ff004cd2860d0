import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { avoidedEverywhere, avoidedPhrases } from './avoided-phrases.ts';

/** Where strings that a person reads are written. */
const written = ['contract', 'main', 'preload', 'renderer', 'sandbox'];

type Text = { readonly line: number; readonly text: string };

/** Each string, template text and JSX text of a file, with its line. Imports are left out. */
function textsOf(name: string, source: string): Text[] {
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, false, kind);
  const found: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      found.push({ line, text: node.text.replaceAll(/\s+/g, ' ') });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function avoidedIn(name: string, source: string): string[] {
  return textsOf(name, source).flatMap(({ line, text }) =>
    avoidedPhrases
      .filter(({ not }) => not.test(text))
      .map(({ use }) => `${name}:${line} “${text.trim()}”: write ${use}`),
  );
}

describe('the glossary of the interface', () => {
  it('finds each avoided phrase, in strings, templates and JSX', () => {
    for (const { not, example } of avoidedPhrases) expect(not.test(example), example).toBe(true);
    expect(avoidedIn('a.ts', "const a = 'There is no such thing';")).toHaveLength(1);
    expect(avoidedIn('a.ts', 'const a = `${b} met a fault of its own (${c})`;')).toHaveLength(1);
    expect(avoidedIn('a.tsx', 'const a = <p>\n  Not asked\n  for yet\n</p>;')).toHaveLength(1);
    expect(avoidedIn('a.ts', "// There is no such thing\nimport 'told of no';")).toEqual([]);
  });

  it('is followed by every string of the program', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const files = globSync(`{${written.join(',')}}/**/*.{ts,tsx}`, { cwd: root });
    expect(files.length).toBeGreaterThan(500);
    expect(files.flatMap((name) => avoidedIn(name, readFileSync(`${root}/${name}`, 'utf8')))).toEqual([]);
  });

  it('is followed by every document and comment too, for phrases that read as if translated', () => {
    for (const { not, example } of avoidedEverywhere) expect(not.test(example), example).toBe(true);
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const files = globSync(`{{${written.join(',')},scripts}/**/*.{ts,tsx,mjs},docs/**/*.md,*.md}`, {
      cwd: root,
    });
    // A migration is never edited once it was released.
    const read = files.filter((name) => !name.startsWith('main/store/migrations/'));
    const found = read.flatMap((name) =>
      readFileSync(`${root}/${name}`, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          avoidedEverywhere
            .filter(({ not }) => not.test(line))
            .map(({ use }) => `${name}:${index + 1} “${line.trim()}”: write ${use}`),
        ),
    );
    expect(found).toEqual([]);
  });
});
