import type { Reporter, TestModule, TestSpecification } from 'vitest/node';

/** A line after each of these parts of the files. */
const steps = 10;

/** Prints how far the tests are after every tenth of their files, since a run takes minutes. */
export default class HowFar implements Reporter {
  #files = 0;
  #ended = 0;
  #passed = 0;
  #failed = 0;
  #startedAt = 0;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length;
    this.#startedAt = Date.now();
  }

  onTestModuleEnd(module: TestModule): void {
    for (const test of module.children.allTests())
      if (test.result().state === 'failed') this.#failed += 1;
      else this.#passed += 1;
    this.#ended += 1;
    const step = (ended: number): number => Math.floor((ended * steps) / this.#files);
    if (step(this.#ended) === step(this.#ended - 1)) return;
    const seconds = Math.round((Date.now() - this.#startedAt) / 1000);
    process.stdout.write(
      `\n--- ${this.#ended} of ${this.#files} files after ${seconds} s: ${this.#passed} tests passed, ${this.#failed} failed\n\n`,
    );
  }
}
