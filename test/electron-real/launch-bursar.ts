import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { electronMainFile } from '../../main/faces/window/places.ts';

const launchLimitMs = 60_000;

export type RealBursar = {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly directory: string;
  close(): Promise<void>;
};

/** Starts the built desktop app in the real Electron, on an empty data folder of its own. */
export async function launchBursar(): Promise<RealBursar> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bursar-electron-'));
  const directory = path.join(folder, 'data');
  const app = await _electron.launch({
    args: [electronMainFile, `--data-dir=${directory}`],
    env: { ...environment(), BURSAR_ALLOW_DEBUGGING: '1' },
    // Chromium refuses its sandbox to root.
    chromiumSandbox: process.getuid?.() !== 0,
    timeout: launchLimitMs,
  });
  const page = await app.firstWindow({ timeout: launchLimitMs });
  await page.waitForLoadState();
  return {
    app,
    page,
    directory,
    close: async () => {
      await app.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Has every question of the system answered with its button of this number from now on; `asked` gives the questions so far. */
export async function answerQuestions(app: ElectronApplication, button: number): Promise<void> {
  await app.evaluate(({ dialog }, response) => {
    const asked: string[] = [];
    Reflect.set(globalThis, 'questionsAsked', asked);
    dialog.showMessageBox = (...given: unknown[]) => {
      const { message, detail } = Object(given.at(-1));
      asked.push(`${message}\n${detail}`);
      return Promise.resolve({ response, checkboxChecked: false });
    };
  }, button);
}

export async function questionsAsked(app: ElectronApplication): Promise<string[]> {
  const asked: unknown = await app.evaluate(() => Reflect.get(globalThis, 'questionsAsked'));
  return Array.isArray(asked) ? asked.map(String) : [];
}
