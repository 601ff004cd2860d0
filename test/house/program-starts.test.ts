import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Each file below a folder, by its path from there, with its source. */
function sourcesBelow(folder: string): [name: string, source: string][] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [name.replaceAll('\\', '/'), readFileSync(path.join(root, folder, name), 'utf8')]);
}

/** They run only where there is a process of its own: before `main`, and to start Electron or a browser. */
const processOnly = ['compiled-code.ts', 'electron-binary.ts', 'terminal/open-browser.ts'];

it('lets a command line run inside any process: below `main`, only the launchers use the process itself', () => {
  const found = sourcesBelow('main/faces/cli').filter(([, source]) => /\bprocess\.(?!versions)/.test(source));
  expect(found.map(([name]) => name).toSorted()).toEqual(processOnly);
});

it('starts the program in one way for tests, and at a terminal in one', () => {
  const found = sourcesBelow('test').filter(([name, source]) =>
    name.startsWith('house/') ? false : source.includes('bursar.js'),
  );
  expect(found.map(([name]) => name).toSorted()).toEqual([
    'bench/starting/starting.ts',
    'kit/run-cli.ts',
    'kit/terminal.ts',
  ]);
});

it('runs at least one command of each subject as its own process', () => {
  const started = /\brunProgram\(|\bstartCli\(|\.start\(|\bstartAtTerminal\(/;
  const subjects = new Map<string, boolean>();
  for (const [name, source] of sourcesBelow('test/cli').filter(([each]) => each.endsWith('.test.ts'))) {
    const [subject = ''] = name.split('/');
    subjects.set(subject, (subjects.get(subject) ?? false) || started.test(source));
  }
  expect([...subjects].filter(([, isStarted]) => !isStarted)).toEqual([]);
});
