import {
  chainedText,
  sealedColumns,
  sealedText,
  type EventContent,
} from '../../../contract/evidence/log-texts.ts';
import { fingerprintOf, isSignedBy } from '../../core/ports/signatures.ts';
import { checkApprovals } from './check-approvals.ts';
import {
  canonicalObject,
  isValues,
  listIn,
  objectOf,
  objectsIn,
  sha256,
  textIn,
  type Values,
} from './shapes.ts';
import { counted } from '../../../contract/text/numbers.ts';

/** The combined content of the record files. */
export class Records {
  readonly problems: string[] = [];
  /** The results of checking signed approvals and the witness file. */
  readonly notes: string[] = [];
  payments = 0;
  events = 0;
  checkpoints = 0;
  /** The audit keys that signed the checkpoints. */
  readonly checkpointKeys = new Set<string>();
  readonly #hashes = new Map<number, string>();

  /** Checks the payments, batches, payees and checkpoints of one file against their events; `content` is null if it cannot be unpacked. */
  addFile(file: string, content: Uint8Array | null): void {
    const part = content === null ? null : canonicalObject(content);
    if (part === null) {
      this.problems.push(`${file} cannot be read: it was changed.`);
      return;
    }
    for (const batch of objectsIn(part, 'batches')) {
      const name = `${file}: batch ${textIn(batch, 'batchId')}`;
      this.#events(name, batch);
      const { problems, notes } = checkApprovals(name, batch);
      this.problems.push(...problems);
      this.notes.push(...notes);
    }
    for (const payee of objectsIn(part, 'payees'))
      this.#events(`${file}: payee ${textIn(payee, 'payeeId')}`, payee);
    for (const payment of objectsIn(part, 'payments')) this.#payment(file, payment);
    for (const checkpoint of objectsIn(part, 'checkpoints')) this.#checkpoint(file, checkpoint);
    this.#witness(file, part);
  }

  #events(name: string, holder: Values): Values[] {
    const events = objectsIn(holder, 'events');
    for (const event of events) {
      this.events += 1;
      const { sequence, previousHash, hash } = event;
      if (typeof sequence !== 'number' || typeof previousHash !== 'string' || typeof hash !== 'string') {
        this.problems.push(`${name}: an event is not complete.`);
        continue;
      }
      if (sha256(chainedText(contentOf(event), previousHash)) !== hash)
        this.problems.push(`${name}: event ${sequence} is not the one that its hash was made of.`);
      this.#place(name, sequence, hash);
      if (sequence > 1) this.#place(name, sequence - 1, previousHash);
    }
    return events;
  }

  /** Two statements about one place of the chain have to agree. */
  #place(name: string, sequence: number, hash: string): void {
    const known = this.#hashes.get(sequence);
    if (known === undefined) this.#hashes.set(sequence, hash);
    else if (known !== hash) this.problems.push(`${name}: event ${sequence} is not linked to its neighbour.`);
  }

  #payment(file: string, payment: Values): void {
    this.payments += 1;
    const name = `${file}: payment ${textIn(payment, 'idPayment')}`;
    const events = this.#events(name, payment);
    const row = listIn(payment, 'row');
    const [first] = events;
    const seal = first === undefined ? undefined : objectOf(textIn(first, 'facts'))?.['row'];
    if (seal !== undefined && sha256(sealedText(row), 'base64url') !== seal)
      this.problems.push(`${name}: its row is not the one that was released.`);
    for (const [index, column] of sealedColumns.entries())
      if (column in payment && payment[column] !== (row[index] ?? null))
        this.problems.push(`${name}: its ${column} is not that of its row.`);
    this.#state(name, payment, events);
    this.#body(name, payment, events);
  }

  #state(name: string, payment: Values, events: readonly Values[]): void {
    const last = events.at(-1);
    const state = last === undefined ? 'draft' : last['to'];
    if (payment['state'] !== state)
      this.problems.push(`${name}: its state is not the one that its events end in.`);
    const life = last === undefined ? undefined : objectOf(textIn(last, 'facts'))?.['life'];
    if (!isValues(life)) return;
    for (const column of ['gatewayStatus', 'feeAmount', 'feeCurrencyCode', 'processedAt'])
      if (!isFact(payment[column] ?? null, life[column] ?? null))
        this.problems.push(`${name}: its ${column} is not the one that its events end in.`);
  }

  #body(name: string, payment: Values, events: readonly Values[]): void {
    const sent = events.filter(({ from, to }) => to === 'sending' && from !== to);
    const { request } = payment;
    const bytes = typeof request === 'string' ? Buffer.from(request, 'base64') : null;
    if (bytes === null ? sent.length > 0 : bytes.toString('base64') !== request)
      this.problems.push(`${name}: the bytes of its request are missing.`);
    if (bytes !== null && (sent.length === 0 || sent.some(({ detail }) => detail !== sha256(bytes))))
      this.problems.push(`${name}: its request is not the one that was sent.`);
  }

  /** Each line of the witness file must equal the checkpoint with its number. */
  #witness(file: string, part: Values): void {
    const lines = listIn(part, 'witness');
    const texts = new Map(objectsIn(part, 'checkpoints').map(({ number, content }) => [number, content]));
    for (const [index, line] of lines.entries()) {
      const name = `${file}: line ${index + 1} of the witness file`;
      const found = typeof line === 'string' ? objectOf(line) : null;
      const content = found === null ? '' : textIn(found, 'checkpoint');
      const said = objectOf(content);
      if (found === null || said === null) this.problems.push(`${name} cannot be read.`);
      else if (
        found['publicKey'] !== null &&
        !isSignedBy(textIn(found, 'publicKey'), content, textIn(found, 'signature'))
      )
        this.problems.push(`${name} does not have the signature of its key.`);
      else if (texts.get(said['number']) !== content)
        this.problems.push(`${name} does not agree with the checkpoint of its number.`);
    }
    if (lines.length > 0)
      this.notes.push(
        `${file}: ${counted(lines.length, 'line of the witness file agrees', 'lines of the witness file agree')}.`,
      );
  }

  #checkpoint(file: string, checkpoint: Values): void {
    this.checkpoints += 1;
    const name = `${file}: checkpoint ${String(checkpoint['number'])}`;
    const content = textIn(checkpoint, 'content');
    const said = objectOf(content);
    const { publicKey, signature } = checkpoint;
    if (said === null || said['number'] !== checkpoint['number']) {
      this.problems.push(`${name} cannot be read.`);
      return;
    }
    if (publicKey !== null && !isSignedBy(String(publicKey), content, String(signature)))
      this.problems.push(`${name} does not have the signature of its key.`);
    else if (publicKey !== null) this.checkpointKeys.add(fingerprintOf(String(publicKey)));
    const { sequence, hash } = said;
    const known = typeof sequence === 'number' ? this.#hashes.get(sequence) : undefined;
    if (known !== undefined && known !== hash)
      this.problems.push(`${name} names a different event ${String(sequence)}.`);
  }
}

function contentOf(event: Values): EventContent {
  const { sequence, at, entity, entityId, from, to, cause, detail, facts } = event;
  // Events in packs of an older Bursar name no actor.
  const actor = event['actor'] ?? null;
  // Only its text counts: any other content has a different hash.
  return { sequence, at, entity, entityId, from, to, cause, detail, facts, actor } as EventContent;
}

/** An event contains the hash of a long text. */
function isFact(value: unknown, fact: unknown): boolean {
  return value === fact || (typeof value === 'string' && fact === `sha256:${sha256(value, 'base64url')}`);
}
