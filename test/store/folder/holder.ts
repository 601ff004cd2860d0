/** A process that owns a data folder until it is killed. */
import { openStore } from '../../../main/store/index.ts';

const opened = openStore({ directory: process.argv[2] ?? '', clock: { now: () => Date.now() } });
process.stdout.write(opened.ok ? 'open\n' : `${opened.error.code}\n`);
if (opened.ok) setInterval(() => opened.value.listProfiles(), 60_000);
