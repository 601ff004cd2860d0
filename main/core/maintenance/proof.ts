import { WitnessLine, type AuditReport } from '../../../contract/audit.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { witnessText } from '../../../contract/text/activity/witness-text.ts';
import type { CoreContext } from '../context.ts';
import type { Evidence, LogClaim, StoredCheckpoint } from '../ports/index.ts';
import { readSetting } from '../settings/settings.ts';
import { readCheckpoint, usesKeychain } from './checkpoints.ts';
import { fingerprintOf, isSignedBy } from '../ports/signatures.ts';

const checkpointsAtOnce = 50;

type Context = Pick<CoreContext, 'store' | 'clock'>;

/** What the checkpoints prove by themselves, and what they claim of the log. */
type Proof = Pick<AuditReport, 'checkpoints' | 'problems' | 'notes'> & {
  readonly claims: LogClaim[];
  /** Whether this computer has an audit key to compare with. */
  readonly hasOwnKey: boolean;
};

/** Checks the signature of every checkpoint. A key that is not this computer's proves nothing beyond the last checkpoint of its own. */
export async function proofOfCheckpoints(
  { store, clock }: Context,
  { auditKey }: Evidence,
  signal: AbortSignal,
): Promise<Proof> {
  const problems: string[] = [];
  const notes: string[] = [];
  const claims: LogClaim[] = [];
  const isExpected = usesKeychain(store) || typeof store.lastCheckpoint()?.publicKey === 'string';
  const own = isExpected ? await auditKey.publicKey() : null;
  const ownKey = own?.ok === true ? own.value : null;
  const signed: { readonly sequence: number; readonly publicKey: string }[] = [];
  let unsigned = 0;
  let number = 0;
  let page: StoredCheckpoint[];
  do {
    page = store.listCheckpoints(number, checkpointsAtOnce);
    for (const kept of page) {
      const source = `Checkpoint ${kept.number}`;
      if (kept.number !== number + 1)
        problems.push(`Checkpoints ${number + 1} to ${kept.number - 1} are missing.`);
      number = kept.number;
      const said = readCheckpoint(kept);
      if (said === null || said.number !== kept.number) {
        problems.push(`${source} cannot be read: it was changed.`);
        continue;
      }
      claims.push({ ...said, source });
      if (kept.publicKey === null || kept.signature === null) unsigned += 1;
      else if (isSignedBy(kept.publicKey, kept.content, kept.signature))
        signed.push({ sequence: said.sequence, publicKey: kept.publicKey });
      else problems.push(`${source} does not carry the signature of its key: it was changed.`);
    }
    await clock.turn();
  } while (page.length === checkpointsAtOnce && !signal.aborted);
  const trusted = ownKey === null ? signed : signed.filter(({ publicKey }) => publicKey === ownKey);
  const last = trusted.at(-1);
  const foreign = signed.filter(
    ({ sequence, publicKey }) => ownKey !== null && publicKey !== ownKey && sequence > (last?.sequence ?? 0),
  );
  const [stranger] = foreign;
  if (stranger !== undefined)
    problems.push(
      `${foreign.length} checkpoints up to the last are signed with another key than this computer's, ${fingerprintOf(stranger.publicKey)}. Only a history that was brought from the computer with that key may have them.`,
    );
  if (ownKey === null && last !== undefined)
    notes.push(
      `This computer has no audit key to compare with: compare the key ${fingerprintOf(last.publicKey)} with the one of the computer that signed.`,
    );
  return {
    problems,
    notes,
    claims,
    hasOwnKey: ownKey !== null,
    checkpoints: {
      signed: signed.length,
      unsigned,
      signedUpTo: last?.sequence ?? null,
      keyFingerprint: last === undefined ? null : fingerprintOf(last.publicKey),
    },
  };
}

type Witnessed = {
  readonly path: string;
  readonly lines: number;
  readonly claims: LogClaim[];
  readonly problems: string[];
};

/** What the witness file claims of the log. One that is named and cannot be read is an error; one that is only set, a problem. */
export async function proofOfWitness(
  { store, clock }: Context,
  { witnessFile }: Evidence,
  named: string | undefined,
  signal: AbortSignal,
): Promise<Result<Witnessed | null>> {
  const path = named ?? readSetting(store, 'witnessFile');
  if (path === null) return succeed(null);
  const read = await witnessFile.read(path);
  if (!read.ok) {
    const message = witnessText(path, read.fault);
    if (named !== undefined) return fail('fileUnreadable', message);
    return succeed({ path, lines: 0, claims: [], problems: [message] });
  }
  const claims: LogClaim[] = [];
  const problems: string[] = [];
  for (const [index, line] of read.value.entries()) {
    const source = `Line ${index + 1} of the witness file`;
    const found = readLine(line);
    const said = found === null ? null : readCheckpoint({ content: found.checkpoint });
    if (found === null || said === null) problems.push(`${source} cannot be read.`);
    else if (
      found.publicKey !== null &&
      !isSignedBy(found.publicKey, found.checkpoint, found.signature ?? '')
    )
      problems.push(`${source} does not carry the signature of its key: it was changed.`);
    else claims.push({ ...said, source });
    if (index % checkpointsAtOnce === 0) await clock.turn();
    if (signal.aborted) break;
  }
  return succeed({ path, lines: read.value.length, claims, problems });
}

function readLine(line: string): WitnessLine | null {
  try {
    return WitnessLine.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
