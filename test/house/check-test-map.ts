import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { findProblems, map } from './test-map.ts';

/** Compares the map of the tests with what vitest ran: `node test/house/check-test-map.ts RESULTS`, the file that it wrote as JSON. */

const Results = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ ancestorTitles: z.array(z.string()), title: z.string() })),
    }),
  ),
});

const root = path.resolve(import.meta.dirname, '../..');
const { testResults } = Results.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
const problems = findProblems(
  map,
  new Map(
    testResults.map(({ name, assertionResults }) => [
      path.relative(root, name).replaceAll(path.sep, '/'),
      assertionResults.map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(' > ')),
    ]),
  ),
);
for (const problem of problems) process.stdout.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
