import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { onTestFailed } from 'vitest';

/** Keeps a picture of the page in the folder for temporary files, should the test that runs fail. */
export function keepPictureOnFailure(pageOf: () => Page, name: string): void {
  onTestFailed(async () => {
    const file = path.join(tmpdir(), `bursar-failed-${name}.png`);
    await pageOf()
      .screenshot({ path: file, timeout: 5_000 })
      .then(() => process.stderr.write(`the page as it was: ${file}\n`))
      .catch(() => undefined);
  });
}
