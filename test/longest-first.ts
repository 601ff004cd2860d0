import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Each in a process of its own. Between the others they would end the workers, which only go on to a file of their own project. */
const alone = ['test/electron/'];

/** What takes most of a core, the longest first. */
const computing = [
  'test/browser/axe',
  'test/crash/',
  'test/simulation/',
  'test/browser/desk',
  'test/browser/whole-way',
  'test/browser/grid',
  'test/browser/approvals',
  'test/browser/keyboard',
  'test/browser/receive',
  'test/browser/links',
  'test/browser/lists/current',
  'test/browser/payment-page',
  'test/browser/',
  'test/house/',
  'test/store/payments/model',
  'test/package/',
  'test/year/',
  'test/core/sheets/',
];

/** What waits most of its time for the rate of a gateway, its answers or another process, the longest first. */
const waiting = [
  'test/rude/lost-answers', // 43 s, 15 % of a core
  'test/rude/details', // 33 s, 19 %
  'test/core/payees/findings', // 31 s
  'test/canary/', // 27 s, 37 %
  'test/rude/tokens', // 25 s, 24 %
  'test/cli/folder/older-records', // 22 s
  'test/core/sending/runner', // 16 s
  'test/core/payees/payees', // 15 s
  'test/core/sending/floors', // 14 s
  'test/core/evidence/', // 11 s
  'test/core/trial/', // 10 s
  'test/rude/',
  'test/cli/',
  'test/keys/',
];

/**
 * Begins the files of a project with those that take longest, also in a fresh clone, where no run has measured them. Those that compute and
 * those that wait begin in turn: several that wait at once leave the cores idle. What is named nowhere takes a moment and comes last.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- this is the method of vitest, which gives a new list
    const sorted = await super.sort(files);
    const inTurn = [computing, waiting].flatMap((list) => {
      const of = sorted.filter((file) => place(file, list) >= 0);
      const longest = of.toSorted((left, right) => place(left, list) - place(right, list));
      return longest.map((file, index) => ({ file, at: index / longest.length }));
    });
    const begun = [
      ...sorted.filter((file) => place(file, alone) >= 0),
      ...inTurn.toSorted((left, right) => left.at - right.at).map(({ file }) => file),
    ];
    const named = new Set(begun);
    const all = [...begun, ...sorted.filter((file) => !named.has(file))];
    return all.toSorted((left, right) => order(left) - order(right));
  }
}

const order = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;

/** The place of a file in a list of parts of paths; below zero: none of them is in it. */
function place({ moduleId }: TestSpecification, list: readonly string[]): number {
  return list.findIndex((part) => moduleId.replaceAll('\\', '/').includes(part));
}
