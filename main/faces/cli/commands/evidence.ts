import type { EvidenceSubject } from '../../../../contract/evidence/evidence.ts';
import { packSignedText, verdictLines } from '../../../../contract/text/activity/evidence-verdict.ts';
import { counted } from '../../../../contract/text/numbers.ts';
import { profileOption, textOption, type Command, type OptionValues } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { CommandFailed, wrongUsage } from '../failures.ts';
import { readMoments } from '../payout-filter.ts';
import { readOut } from '../terminal/export-target.ts';
import { readNamedFile } from '../terminal/read-named-file.ts';
import { showSteps } from '../terminal/show-steps.ts';
import { writeNewFile } from '../terminal/write-new-file.ts';

/** An evidence pack may be larger than a file of payouts. */
const limit = { largestBytes: 4_000_000_000, tooLarge: 'An evidence pack has at most 4 GB.' };

const create: Command = {
  name: 'evidence create',
  options: { batch: 'text', payout: 'text', payee: 'text', from: 'text', until: 'text', out: 'newFile' },
  usage: 'evidence create --batch ID|--payout ID|--payee ID|--from DATE --until DATE --out FILE.zip',
  summary: 'save evidence that anyone can verify: a PDF, CSV, JSON, and the verifier; Ctrl-C stops it',
  profiles: 'past',
  run: ({ withBursar, output, options }) => {
    const subject = readSubject(options);
    const out = readOut(options);
    return withBursar(async ({ call }) => {
      const { bytes, payments, events, keyFingerprint } = await call('evidence.create', { subject });
      await writeNewFile(out, bytes);
      output.json({ file: out, subject, payments, events, keyFingerprint });
      output.print(
        `Saved evidence of ${counted(payments, 'payout')} and ${counted(events, 'event')} to ${out}.`,
      );
      output.print(packSignedText(keyFingerprint));
    });
  },
};

function readSubject(options: OptionValues): EvidenceSubject {
  const [batchId, idPayout, payeeId] = ['batch', 'payout', 'payee'].map((name) => textOption(options, name));
  const { from, until } = readMoments(options);
  const named = [batchId, idPayout, payeeId, from ?? until].filter((value) => value !== null);
  if (named.length !== 1)
    throw wrongUsage('Choose one of --batch ID, --payout ID, --payee ID, or --from DATE with --until DATE.');
  if (typeof batchId === 'string') return { kind: 'batch', batchId };
  if (typeof idPayout === 'string') return { kind: 'payout', idPayout, ...profileOption(options) };
  if (typeof payeeId === 'string') return { kind: 'payee', payeeId };
  if (from === null || until === null) throw wrongUsage('--from and --until belong together.');
  return { kind: 'period', from, until, ...profileOption(options) };
}

const verify: Command = {
  name: 'evidence verify',
  arguments: [{ name: 'FILE.zip' }],
  summary: 'verify an evidence pack; names the difference and ends with 1 if a byte changed; Ctrl-C stops it',
  run: async ({ output, signal, arguments: [file = ''] }) => {
    const { verifyEvidence } = await import('../../../compose.ts');
    const archive = await readNamedFile(file, limit, signal);
    const steps = showSteps(output.progress);
    const onProgress = (done: number, total: number) => steps.show('verifyEvidence', done, total);
    const verified = await verifyEvidence(archive, { onProgress, signal }).finally(steps.clear);
    if (!verified.ok) throw new CommandFailed(verified.error);
    const verdict = verified.value;
    output.json(verdict);
    for (const line of verdictLines(verdict)) output.print(line);
    return verdict.isWhole ? exitCodes.done : exitCodes.fault;
  },
};

export const evidenceCommands: readonly Command[] = [create, verify];
