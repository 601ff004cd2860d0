import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { unreadableAdvice } from '../../../contract/text/attention/left-out-text.ts';
import { runCli } from '../../kit/run-cli.ts';
import { temporaryFolder } from '../../kit/temporary-folder.ts';

/** A data folder with two prepare-only profiles, the address of the first of them damaged by another program. */
async function damagedFolder(): Promise<string> {
  const directory = path.join(temporaryFolder(), 'data');
  const where =
    '--environment sandbox --base-url http://127.0.0.1:9 --callback-url https://merchant.example/a';
  for (const name of ['main', 'second']) {
    const words = `profile add ${name} --merchant ${name} --prepare-only ${where}`.split(' ');
    expect(await runCli([...words, '--data-dir', directory])).toMatchObject({ exitCode: 0 });
  }
  const database = new Sqlite(path.join(directory, 'bursar.sqlite'));
  const guard = database
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE name = 'profilesKeepTheirMerchant'`,
    )
    .get();
  database.exec('DROP TRIGGER profilesKeepTheirMerchant');
  database.exec(`UPDATE profiles SET baseUrl = 'gateway' WHERE name = 'main'`);
  database.exec(guard?.sql ?? '');
  database.close();
  return directory;
}

it('a command that leaves out a record says so beside its result, and diagnostics name it', async () => {
  const directory = await damagedFolder();
  const what = "profile main with 'gateway' as baseUrl where the address of a gateway is expected";
  const list = await runCli(['profile', 'list', '--json', '--data-dir', directory]);
  expect(JSON.parse(list.stdout)).toMatchObject([{ name: 'second' }]);
  expect(list.stderr).toBe(
    `bursar: The database holds a record that Bursar cannot read, and that is missing from what it lists: ${what}. ${unreadableAdvice}\n`,
  );
  const diagnostics = await runCli(['doctor', '--data-dir', directory]);
  expect(diagnostics.stdout).toContain(`FAIL  Records: cannot be read: ${what}.`);
  expect(diagnostics.exitCode).not.toBe(0);
  const attention = await runCli(['attention', '--data-dir', directory]);
  expect(attention.stdout).toContain(what);
});

it('a command for the only profile does not take the one that can be read for it', async () => {
  const directory = await damagedFolder();
  const acknowledged = await runCli(['attention', 'dismiss', '--test-flag', '--data-dir', directory]);
  expect(acknowledged.exitCode).not.toBe(0);
  expect(acknowledged.stderr).toContain('The database holds profile main with');
});
