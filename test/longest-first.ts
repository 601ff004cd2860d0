import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * Parts of paths, in the order in which they begin: what begins last should not be what everything else has to wait for. Some of the
 * longest wait most of their time at the gateway's ten requests a second (marked with what they take of a core): they begin one after the
 * other, beside what computes, since several at once leave the cores idle.
 */
const longest = [
  // Each in a process of its own. Between the others they would end the workers, which only go on to a file of their own project.
  'test/electron/',
  'test/rude/lost-answers', // 43 s, 15 %
  'test/browser/axe',
  'test/crash/',
  'test/simulation/',
  'test/browser/desk',
  'test/browser/whole-way',
  'test/rude/details', // 33 s, 19 %
  'test/browser/grid',
  'test/browser/approvals',
  'test/browser/keyboard',
  'test/canary/', // 27 s, 37 %
  'test/browser/receive',
  'test/browser/links',
  'test/browser/lists/current',
  'test/rude/tokens', // 25 s, 24 %
  'test/browser/payment-page',
  'test/browser/',
  'test/rude/', // 4 to 9 s, 18 to 50 %
  'test/cli/',
  'test/house/',
  'test/store/payments/model',
  'test/package/',
  'test/year/',
  'test/core/sheets/',
  'test/core/',
];

/** Begins the files of a project with those that take longest, also in a fresh clone, where no run has measured them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- this is the method of vitest, which gives a new list
    return (await super.sort(files)).toSorted(
      (left, right) => order(left) - order(right) || rank(left) - rank(right),
    );
  }
}

const order = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;

function rank({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((part) => moduleId.replaceAll('\\', '/').includes(part));
  return place < 0 ? longest.length : place;
}
