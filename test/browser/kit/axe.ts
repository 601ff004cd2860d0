import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose outcome depends on colors. A theme is colors alone, in variables of CSS, so that all others see the same in both. */
export const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds wrong in a page without frames, by all its rules or by these, one line for each place. A page is given axe once, past its
 * policy, which permits no script of others.
 */
export async function axeFindings(page: Page, rules: readonly string[] | null = null): Promise<string[]> {
  // What is fine is not listed.
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules === null ? {} : { runOnly: { type: 'rule', values: [...rules] } }),
  };
  const run = `axe.run(document, ${JSON.stringify(options)}).then((results) => results.violations)`;
  let violations = await page.evaluate<AxeResults['violations'] | null>(
    `typeof axe === 'undefined' ? null : ${run}`,
  );
  if (violations === null) {
    await page.evaluate(source);
    violations = await page.evaluate<AxeResults['violations']>(run);
  }
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}
