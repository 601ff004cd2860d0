import { ApprovalPolicy } from '../../../../contract/approvals/approval-policy.ts';
import { ShownPolicy } from '../../../../contract/approvals/approval-operations.ts';
import { noneSpareText, policyLines } from '../../../../contract/text/approvals.ts';
import { profileOption, textOption, type Command, type OptionValues } from '../command.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { issuesText } from '../issue-text.ts';
import { withAdvice, wrongUsage } from '../failures.ts';
import { table, type Output } from '../terminal/output.ts';
import { readOut } from '../terminal/export-target.ts';
import { readNamedFile } from '../terminal/read-named-file.ts';
import { isNewFile, writeNewFile } from '../terminal/write-new-file.ts';
import { readSignedFile } from './approval.ts';

const largestPolicyBytes = 1024 * 1024;

/**
 * Approvers and policies. The request that `--out` names may already exist: once the approvals are here, the same command is
 * repeated. Approvals are requested only if the request can be saved, because nobody else has it.
 */
export const approverCommands: readonly Command[] = [
  {
    name: 'approver card',
    options: { name: 'text', out: 'newFile' },
    usage: 'approver card --name NAME --out FILE',
    summary: 'save your approver card; generates your personal key in the OS keychain on first use',
    run: ({ withBursar, output, options }) => {
      const out = readOut(options);
      const name = textOption(options, 'name');
      if (name === null || name.trim() === '') throw wrongUsage('--name NAME is required.');
      return withBursar(async ({ call }) => {
        const { bytes, ...card } = await call('approvers.card', { name: name.trim() });
        await writeNewFile(out, bytes);
        output.json({ ...card, file: out });
        output.print(`Saved the approver card of ${card.name} to ${out}.`);
        output.print(`Fingerprint, to be read out over the phone: ${card.fingerprint}`);
      });
    },
  },
  {
    name: 'approver add',
    arguments: [{ name: 'CARD' }],
    options: { out: 'text' },
    usage: 'approver add CARD [--out REQUEST]',
    summary: 'enrol the person of an approver card; if a policy requires approvals, this needs them too',
    run: ({ withBursar, output, options, signal, arguments: [card = ''] }) =>
      withBursar(async ({ call }) => {
        const input = { card: await readSignedFile(card, signal), mayRequest: await canSave(options) };
        const { request, isChanged: _, ...added } = await requesting(call('approvers.add', input));
        const { name, fingerprint } = added.approver;
        return reportChange(output, options['out'], request, added, [
          `Added approver ${name}.`,
          `Fingerprint ${fingerprint}: compare it with ${name} over the phone.`,
          ...noneSpareLines(added),
        ]);
      }),
  },
  {
    name: 'approver remove',
    arguments: [{ name: 'NAME' }],
    options: { out: 'text' },
    usage: 'approver remove NAME|FINGERPRINT [--out REQUEST]',
    summary: 'remove an approver; what that person approved no longer counts',
    run: ({ withBursar, output, options, arguments: [approver = ''] }) =>
      withBursar(async ({ call }) => {
        const input = { approver, mayRequest: await canSave(options) };
        const { request, isChanged: _, ...removed } = await requesting(call('approvers.remove', input));
        return reportChange(output, options['out'], request, { removed: approver, ...removed }, [
          `Removed approver ${approver}.`,
          ...noneSpareLines(removed),
        ]);
      }),
  },
  {
    name: 'approver list',
    summary: 'list approvers with their fingerprints',
    run: ({ withBursar, output }) =>
      withBursar(async ({ call }) => {
        const approvers = await call('approvers.list', {});
        output.json(approvers);
        output.print(
          approvers.length === 0
            ? 'No approvers yet. `bursar approver add CARD` adds one.'
            : table(
                ['Name', 'Fingerprint', ''],
                approvers.map(({ name, fingerprint, isOwn }) => [
                  name,
                  fingerprint,
                  isOwn ? 'this computer' : '',
                ]),
              ),
        );
      }),
  },
  {
    name: 'policy show',
    usage: 'policy show --profile NAME',
    summary: 'show how many approvals a release of this profile needs',
    run: ({ withBursar, output, options }) =>
      withBursar(async ({ call }) => {
        const policy = await call('policies.show', profileOption(options));
        output.json(policy);
        for (const line of policyShown(policy)) output.print(line);
      }),
  },
  {
    name: 'policy set',
    options: { file: 'text', out: 'text' },
    usage: 'policy set --file FILE [--out REQUEST] --profile NAME',
    summary:
      'set the approval policy of a profile (JSON); loosening it needs the approvals that it requires now',
    run: async ({ withBursar, output, options, signal }) => {
      const file = textOption(options, 'file');
      if (file === null) throw wrongUsage('--file FILE is required.');
      const policy = await readPolicy(file, signal);
      return withBursar(async ({ call }) => {
        const input = { ...profileOption(options), policy, mayRequest: await canSave(options) };
        const set = await requesting(call('policies.set', input));
        const lines = policyShown(set.policy);
        return reportChange(output, options['out'], set.request, set.policy, [
          ...(set.isChanged ? [] : ['No change: this policy is in force already.']),
          ...lines,
        ]);
      });
    },
  },
];

function policyShown(policy: ShownPolicy): string[] {
  const [own = '', ...others] = policyLines(policy);
  return [`${policy.profileName}: ${own}`, ...others, ...noneSpareLines(policy)];
}

function noneSpareLines({ isNoneSpare }: { readonly isNoneSpare: boolean }): string[] {
  return isNoneSpare ? [noneSpareText] : [];
}

/** Whether `--out` names a file that a request can be saved to. */
async function canSave(options: OptionValues): Promise<boolean> {
  const out = textOption(options, 'out');
  return out !== null && (await isNewFile(out));
}

/** Says how to request the missing approvals of a change, if none could be requested. */
async function requesting<Value>(change: Promise<Value>): Promise<Value> {
  return change.catch((thrown: unknown) => {
    throw withAdvice(
      thrown,
      'Repeat the command with --out FILE, a new file, to save a request for them.',
      'approvalMissing',
    );
  });
}

/** Reports a completed change, or saves the request for one that needs approvals first; then nothing has changed. */
async function reportChange(
  output: Output,
  out: unknown,
  request: Uint8Array | null,
  json: object,
  lines: readonly string[],
): Promise<ExitCode> {
  if (request === null || typeof out !== 'string') {
    output.json({ ...json, request: null });
    for (const line of lines) output.print(line);
    return exitCodes.done;
  }
  await writeNewFile(out, request);
  const message = `Nothing was changed: this needs approvals. Saved the request to ${out}; when its approvals are imported, repeat the command.`;
  const error = { code: 'approvalMissing', message, details: {} } as const;
  output.json({ ...json, request: out, error });
  output.error(error);
  return exitCodes.held;
}

/** Reads a policy, or what `policy show --json` printed of one. */
async function readPolicy(file: string, signal: AbortSignal): Promise<ApprovalPolicy> {
  const tooLarge = 'A policy has at most 1 MiB.';
  const bytes = await readNamedFile(file, { largestBytes: largestPolicyBytes, tooLarge }, signal);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw wrongUsage('The policy file is not JSON. See docs/command-line.md for its form.');
  }
  const isShown = ShownPolicy.strict().safeParse(value).success;
  const policy = (isShown ? ApprovalPolicy.strip() : ApprovalPolicy).safeParse(value, { reportInput: true });
  if (policy.success) return policy.data;
  throw wrongUsage(`The policy file cannot be read. ${issuesText(policy.error)}.`);
}
