import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { startCli, type CliRun } from '../../kit/run-cli.ts';
import { startAtTerminal } from '../../kit/terminal.ts';
import { sharedBrowser } from './launch.ts';
import { slowDown } from './slow.ts';
import { serveWithWarnings } from './warnings.ts';

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

const printedAddress = /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+/;

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new empty folder that is removed when the process ends. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'bursar-browser-'));
  folders.push(folder);
  return folder;
}

export type AppOptions = BrowserContextOptions & {
  /** In the place of the one that all files of a worker share. */
  readonly browser?: Browser;
  /** A person at the terminal that starts the program confirms whatever its page asks for there. */
  readonly isConfirming?: boolean;
  /** Variables for the program, unless a person confirms. */
  readonly environment?: Readonly<Record<string, string>>;
  /** In the place of the built page, one with React as its developers have it, which writes its warnings to the console. */
  readonly hasWarnings?: boolean;
};

/** Without motion, which takes a browser a fifth of its work; `rows/whole-way.ts` has it. */
const stillAndSmall = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;

/** Starts the built program on this data folder and opens its page. */
export async function openApp(
  dataDirectory: string,
  { browser, isConfirming = false, environment = {}, hasWarnings = false, ...options }: AppOptions = {},
): Promise<OpenApp> {
  const words = ['app', '--browser', '--no-open', '--data-dir', dataDirectory];
  const { address, end: endProgram } = isConfirming
    ? await startConfirming(words)
    : await startAlone(words, environment);
  const context = await (browser ?? (await sharedBrowser())).newContext({ ...stillAndSmall, ...options });
  if (hasWarnings) await serveWithWarnings(context, newFolder());
  const page = await context.newPage();
  await slowDown(page);
  context.setDefaultTimeout(60_000);
  const faults = watchFaults(page, new URL(address).origin);
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return {
    page,
    context,
    faults,
    close: async () => {
      await context.close();
      await endProgram('SIGTERM');
    },
    kill: async () => {
      await endProgram('SIGKILL');
      await context.close();
    },
  };
}

type Started = {
  readonly address: string;
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
};

/** As a service would start it: nobody can be asked. */
async function startAlone(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Started> {
  const run = startCli(words, environment);
  const address = await addressOf(run);
  return {
    address,
    end: async (signal) => {
      run.child.kill(signal);
      await run.end;
    },
  };
}

/** At a terminal, with a person who confirms every question. */
async function startConfirming(words: readonly string[]): Promise<Started> {
  const run = startAtTerminal(words, { 'Type yes to confirm': 'yes\n' });
  await run.untilShown('Ctrl-C ends Bursar');
  return {
    address: printedAddress.exec(run.shown())?.[0] ?? '',
    end: async () => {
      run.type('\u0003');
      await run.end;
    },
  };
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
    // Not every browser knows `webrtc` in the policy, and one that does not says so.
    if (message.type() === 'error' && !message.text().includes("directive 'webrtc'"))
      faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !/^(blob|data):/.test(request.url()))
      faults.push(`left the page: ${request.url()}`);
  });
  return faults;
}
