import { randomUUID, verify } from 'node:crypto';
import { spawn, type SpawnOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Fails the tests of a file, rather than skipping them, where no keychain was set up for them. */
export function requireKeyring(): void {
  if (process.platform === 'linux' && process.env['BURSAR_TEST_KEYRING'] !== '1')
    throw new Error('These tests need a keychain that is nobody’s own: run them with `npm test`.');
}

/** A key ID that no other run uses. */
export const newKeyId = (): string => `test-${randomUUID()}`;

export const message = Buffer.from('{"merchantCode":"M-1","validitySecs":60,"timestamp":1}');

export function isSignatureBy(publicKeyPem: string, signature: Uint8Array): boolean {
  return verify('sha256', message, publicKeyPem, signature);
}

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
export const withKeyringScript = pathOf('../../scripts/with-keyring.mjs');
const stepsScript = pathOf('./steps.ts');

export type Finished = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };

/** Runs a program to its end and gives what it wrote. */
export function run(args: readonly string[], options: SpawnOptions = {}): Promise<Finished> {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (bytes) => (stdout += String(bytes)));
  child.stderr?.on('data', (bytes) => (stderr += String(bytes)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** What one step of `steps.ts` printed. */
export type Step = {
  step: string;
  ok: boolean;
  code: string | null;
  message: string | null;
  value: string;
  elapsedMs: number;
};

function readSteps({ stdout, stderr, code }: Finished): Step[] {
  if (code !== 0) throw new Error(`the steps ended with ${code}: ${stderr}`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Step);
}

/** Takes steps in a new process, on the keychain of this session or of the environment given. */
export async function inNewProcess(steps: readonly string[], env = process.env): Promise<Step[]> {
  return readSteps(await run([stepsScript, ...steps], { env }));
}

/** Takes steps in a new process with a keychain of its own, which the steps may lock. */
export async function inNewKeyring(steps: readonly string[], env = process.env): Promise<Step[]> {
  return readSteps(await run([withKeyringScript, process.execPath, stepsScript, ...steps], { env }));
}

/** The step with this name; an error where it was not taken. */
export function stepOf(steps: readonly Step[], name: string): Step {
  const found = steps.find(({ step }) => step === name);
  if (found === undefined) throw new Error(`the step ${name} was not taken`);
  return found;
}
