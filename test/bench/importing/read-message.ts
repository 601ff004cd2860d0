import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { z } from 'zod';
import { noRules } from '../../../main/core/batches/rules/rules-of-profile.ts';
import { createFiles } from '../../../main/files/index.ts';
import { work } from '../kit/in-child.ts';
import { messageOf } from './message-file.ts';

/** A pain.001 read into checked rows, and the same text by saxes alone, both in this process. */

await work(z.object({ rows: z.number() }), async ({ rows }) => {
  const bytes = Buffer.from(messageOf(rows));
  const clock = { now: () => 0, sleep: () => Promise.resolve(), turn: () => turnOfLoop() };
  const files = createFiles({ clock });
  const methodRules = [{ when: {}, paymentMethodCode: 'SEPA', paymentOperatorCode: '' }];
  let startedAt = performance.now();
  const parser = new SaxesParser();
  for (let start = 0; start < bytes.length; start += 32_768)
    parser.write(bytes.toString('utf8', start, start + 32_768));
  parser.close();
  const saxesMs = performance.now() - startedAt;
  startedAt = performance.now();
  const read = await files.readPayoutRows(bytes, 'bench.xml', () => undefined, noRules, methodRules);
  const durationMs = performance.now() - startedAt;
  if (!read.ok) throw new Error(read.error.message);
  if (read.value.rows.length !== rows) throw new Error(`${read.value.rows.length} rows were read`);
  return { durationMs, saxesMs };
});
