import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that use most of a core, the longest first. */
const computing = [
  'test/browser/axe',
  'test/crash/',
  'test/simulation/',
  'test/browser/rows',
  'test/browser/confirmed',
  'test/browser/receive',
  'test/browser/trial',
  'test/browser/lists/current',
  'test/browser/payment-page',
  'test/browser/',
  'test/house/',
  'test/store/payments/model',
  'test/package/',
  'test/year/',
  'test/core/sheets/',
];

/** Files that mostly wait for a gateway's rate limit or answers, or for another process, the longest first. */
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
  'test/core/payouts/evidence/', // 11 s
  'test/core/trial/', // 10 s
  'test/rude/',
  'test/cli/',
  'test/keys/',
];

/**
 * Runs the slowest files of a project first, even in a fresh clone, where no run has measured them. Files that compute and files that
 * wait alternate, because several waiting files at once leave the cores idle. Unlisted files are quick and come last.
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
      ...sorted.filter(isAlone),
      ...inTurn.toSorted((left, right) => left.at - right.at).map(({ file }) => file),
    ];
    const named = new Set(begun);
    const all = [...begun, ...sorted.filter((file) => !named.has(file))];
    return all.toSorted((left, right) => order(left) - order(right));
  }
}

/** Each needs its own process. If they ran between the others they would end the workers, which only continue with files of their own project. */
const isAlone = ({ project }: TestSpecification): boolean => project.name === 'desktop';

const order = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;

/** The index of a file in a list of path parts; negative if it matches none of them. */
function place({ moduleId }: TestSpecification, list: readonly string[]): number {
  return list.findIndex((part) => moduleId.replaceAll('\\', '/').includes(part));
}
