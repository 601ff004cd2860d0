import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { startCli, type CliRun } from '../cli/run-cli.ts';

/** The program as `npm start` runs it where there is no Electron, on a data folder, with a page of the real browser on it. */
export type OpenApp = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong in the page so far: faults, refusals of the content security policy, requests that left it. */
  readonly faults: string[];
  /** Ends the program as Ctrl-C does, and closes the page. */
  close(): Promise<void>;
  /** Kills the program at once, and closes the page. */
  kill(): Promise<void>;
};

const printedAddress = /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/;

/** A new empty folder that is removed when the process ends. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'bursar-browser-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the built program on this data folder and opens its page. */
export async function openApp(
  browser: Browser,
  dataDirectory: string,
  options: BrowserContextOptions = {},
): Promise<OpenApp> {
  const run = startCli(['app', '--browser', '--no-open', '--data-dir', dataDirectory]);
  const address = await addressOf(run);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const faults = watchFaults(page, new URL(address).origin);
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    await context.close();
    run.child.kill(signal);
    await run.end;
  };
  return { page, context, faults, close: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

function addressOf(run: CliRun): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    run.child.stdout?.on('data', (text: string) => {
      printed += text;
      const address = printedAddress.exec(printed)?.[0];
      if (address !== undefined) resolve(address);
    });
    void run.end.then(({ exitCode, stderr }) =>
      reject(new Error(`the program ended with ${exitCode} before it opened: ${stderr}`)),
    );
  });
}

function watchFaults(page: Page, origin: string): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`fault: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !/^(blob|data):/.test(request.url()))
      faults.push(`left the page: ${request.url()}`);
  });
  return faults;
}
