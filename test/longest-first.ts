import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Parts of paths, those of the longest files first: what begins last should not be what everything else has to wait for. */
const longest = [
  // Each in a process of its own. Between the others they would end the workers, which only go on to a file of their own project.
  'test/electron/',
  'test/crash/',
  'test/simulation/',
  'test/browser/axe',
  'test/rude/lost-answers',
  'test/rude/tokens',
  'test/rude/details',
  'test/canary/',
  'test/house/',
  'test/cli/',
  'test/rude/',
  'test/browser/payment-page',
  'test/browser/whole-way',
  'test/browser/receive',
  'test/browser/',
  'test/package/',
  'test/year/',
  'test/store/payments/model',
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
