import { failed, wrongUsage } from '../failures.ts';
import type { CommandHost } from '../host.ts';

/** The environment variable that may hold the merchant secret for one call. */
const secretVariable = 'BURSAR_MERCHANT_SECRET';

const largestSecret = 500;
const end = new Set(['\r', '\n', '\u0004']);
const takeBack = new Set(['\b', '\u007F']);
const interrupt = '\u0003';

type Terminal = Pick<CommandHost, 'env' | 'stdin' | 'stderr'>;

/**
 * The deprecated merchant secret: from the environment of this call, otherwise the first line of standard input, which a terminal
 * does not echo. Never from an argument, which every user of the computer could read. Throws `CommandFailed` if there is none.
 */
export async function readMerchantSecret(host: Terminal): Promise<string> {
  const given = host.env[secretVariable] ?? '';
  const secret = given === '' ? await fromStandardInput(host) : given;
  if (secret === '')
    throw wrongUsage(
      `No merchant secret was given. Type it when asked, give it on standard input, or in ${secretVariable}.`,
    );
  if (secret.length > largestSecret)
    throw wrongUsage(`A merchant secret has at most ${largestSecret} characters. Check the value.`);
  return secret;
}

async function fromStandardInput({ stdin, stderr }: Terminal): Promise<string> {
  if (stdin.isTTY !== true) return firstLine(stdin);
  // Before the prompt, so that nothing typed early is shown.
  stdin.setRawMode?.(true);
  try {
    stderr.write('Merchant secret (hidden): ');
    return await typedLine(stdin);
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
    stderr.write('\n');
  }
}

/** Reads a line at a terminal without echo. */
async function typedLine(stdin: CommandHost['stdin']): Promise<string> {
  const typed: string[] = [];
  for await (const piece of stdin.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    for (const character of String(piece)) {
      if (character === interrupt) throw failed('stopped', 'Stopped. Nothing was stored.');
      if (end.has(character)) return typed.join('');
      if (takeBack.has(character)) typed.pop();
      else if (typed.length <= largestSecret) typed.push(character);
    }
  }
  return typed.join('');
}

async function firstLine(stdin: CommandHost['stdin']): Promise<string> {
  let text = '';
  for await (const piece of stdin.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += String(piece);
    if (text.includes('\n') || text.length > largestSecret + 2) break;
  }
  stdin.destroy();
  return text.split(/\r?\n/, 1)[0] ?? '';
}
