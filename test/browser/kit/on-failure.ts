import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

const longestText = 2000;

/**
 * Keeps a picture of the page in the folder for temporary files, should the test that runs fail, and prints its text: `npm test` removes that
 * folder. It does so before what the test asked for earlier at its end, such as closing the page.
 */
export function keepPictureOnFailure(pageOf: () => Page, name: string): void {
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    const file = path.join(tmpdir(), `bursar-failed-${name}.png`);
    await pageOf()
      .screenshot({ path: file, timeout: 5_000 })
      .then(() => process.stderr.write(`the page as it was: ${file}\n`))
      .catch(() => undefined);
    await pageOf()
      .locator('body')
      .innerText({ timeout: 5_000 })
      .then((text) => process.stderr.write(`its text: ${text.slice(0, longestText)}\n`))
      .catch(() => undefined);
  });
}
