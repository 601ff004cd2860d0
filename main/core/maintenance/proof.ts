import type { AuditNote, AuditProblem } from '../../../contract/audit/audit-problem.ts';
import { WitnessLine } from '../../../contract/audit/witness.ts';
import type { AuditReport } from '../../../contract/audit.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { witnessText } from '../../../contract/text/activity/witness-text.ts';
import { readJson } from '../../../contract/json.ts';
import type { StoreContext } from '../context/context.ts';
import type { Evidence, LogClaim, StoredCheckpoint } from '../ports/index.ts';
import { readSetting } from '../settings/settings.ts';
import { readCheckpoint, usesKeychain } from './checkpoints.ts';
import { fingerprintOf, isSignedBy } from '../ports/signatures.ts';

const checkpointsAtOnce = 50;

/** What the checkpoints prove by themselves, and what they claim about the log. */
type Proof = Pick<AuditReport, 'checkpoints' | 'problems' | 'notes'> & {
  readonly claims: LogClaim[];
  /** Whether this computer has an audit key to compare with. */
  readonly hasOwnKey: boolean;
};

/** Checks the signature of every checkpoint. A foreign key proves nothing beyond the last checkpoint of this computer's own key. */
export async function proofOfCheckpoints(
  { store, clock }: StoreContext,
  { auditKey }: Evidence,
  signal: AbortSignal,
): Promise<Proof> {
  const problems: AuditProblem[] = [];
  const notes: AuditNote[] = [];
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
      const source = { kind: 'checkpoint', number: kept.number } as const;
      if (kept.number !== number + 1)
        problems.push({ code: 'checkpointsMissing', first: number + 1, last: kept.number - 1 });
      number = kept.number;
      const said = readCheckpoint(kept);
      if (said === null || said.number !== kept.number) {
        problems.push({ code: 'claimUnreadable', source });
        continue;
      }
      claims.push({ ...said, source });
      if (kept.publicKey === null || kept.signature === null) unsigned += 1;
      else if (isSignedBy(kept.publicKey, kept.content, kept.signature))
        signed.push({ sequence: said.sequence, publicKey: kept.publicKey });
      else problems.push({ code: 'claimNotSigned', source });
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
    problems.push({
      code: 'otherKey',
      count: foreign.length,
      fingerprint: fingerprintOf(stranger.publicKey),
    });
  if (ownKey === null && last !== undefined)
    notes.push({
      code: own?.ok === false ? 'auditKeyUnread' : 'noAuditKey',
      fingerprint: fingerprintOf(last.publicKey),
    });
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

export type Witnessed = {
  readonly path: string;
  readonly lines: number;
  readonly claims: LogClaim[];
  readonly problems: AuditProblem[];
};

/** What the witness file claims about the log. A file that was named but cannot be read is an error; one from the settings is a problem. */
export async function proofOfWitness(
  { store, clock }: StoreContext,
  { witnessFile }: Evidence,
  named: string | undefined,
  signal: AbortSignal,
): Promise<Result<Witnessed | null>> {
  const set = readSetting(store, 'witnessFile');
  const path = named ?? set;
  if (path === null) return succeed(null);
  const read = await witnessFile.read(path);
  if (!read.ok) {
    const { fault } = read;
    if (named !== undefined) return fail('fileUnreadable', witnessText(path, fault));
    return succeed({ path, lines: 0, claims: [], problems: [{ code: 'witness', path, fault }] });
  }
  const claims: LogClaim[] = [];
  const problems: AuditProblem[] = [];
  for (const [index, line] of read.value.entries()) {
    const source = { kind: 'witnessLine', line: index + 1 } as const;
    const found = readJson(WitnessLine, line);
    const said = found === null ? null : readCheckpoint({ content: found.checkpoint });
    if (found === null || said === null) problems.push({ code: 'claimUnreadable', source });
    else if (
      found.publicKey !== null &&
      !isSignedBy(found.publicKey, found.checkpoint, found.signature ?? '')
    )
      problems.push({ code: 'claimNotSigned', source });
    else claims.push({ ...said, source });
    if (index % checkpointsAtOnce === 0) await clock.turn();
    if (signal.aborted) break;
  }
  // A mistaken name says nothing about the log, which must not be recorded as one with problems.
  const isNoWitness = read.value.length > 0 && problems.length === read.value.length && claims.length === 0;
  if (isNoWitness && path !== set && problems.every(({ code }) => code === 'claimUnreadable'))
    return fail(
      'fileUnreadable',
      `${path} is not a witness file: no line of it is a checkpoint. Choose another file.`,
    );
  return succeed({ path, lines: read.value.length, claims, problems });
}
