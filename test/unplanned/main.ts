import { parseArgs } from 'node:util';
import { runUnplanned } from './unplanned.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    steps: { type: 'string', default: '1000' },
  },
});
const [from, runs, steps] = [Number(values.from), Number(values.runs), Number(values.steps)];
const toldEvery = 10;
let [calls, failed] = [0, 0];
process.on('unhandledRejection', (cause) => {
  failed += 1;
  process.stdout.write(`nobody handled ${cause instanceof Error ? cause.stack : String(cause)}\n`);
});
for (let seed = from; seed < from + runs; seed += 1) {
  const end = await runUnplanned(seed, steps);
  calls += end.calls;
  if (end.problem !== null) {
    failed += 1;
    const { what, last } = end.problem;
    process.stdout.write(
      `seed ${seed}: ${what}\n  ${last.join('\n  ')}\n  replay: npm run test:unplanned -- --from ${seed} --runs 1 --steps ${steps}\n`,
    );
  }
  const done = seed - from + 1;
  if (done % toldEvery === 0 && done < runs) process.stdout.write(`${done} of ${runs}, ${failed} failed\n`);
}
process.stdout.write(
  `${runs} seeds from ${from}, ${calls} calls\n${runs - failed} passed, ${failed} failed\n`,
);
process.exitCode = failed === 0 ? 0 : 1;
