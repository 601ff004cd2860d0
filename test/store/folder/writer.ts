/** A process that imports, claims and records for ever, and reports each intent after it is committed. */
import { writeSync } from 'node:fs';
import { openStore } from '../../../main/store/index.ts';
import { accepted, encode } from '../../kit/samples.ts';

const opened = openStore({ directory: process.argv[2] ?? '', clock: { now: () => Date.now() } });
if (!opened.ok) throw new Error(opened.error.message);
const store = opened.value;
for (;;) {
  const intents = store.claimQueued(['b'], 8, 4000, encode);
  // A synchronous write: what the parent reads was committed before.
  for (const { payment, body } of intents)
    writeSync(1, `${payment.idPayment} ${Buffer.from(body).toString('base64')}\n`);
  store.record(
    intents.map((intent) => accepted(intent)),
    5000,
  );
  if (intents.length === 0) break;
}
