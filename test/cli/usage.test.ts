import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { daysReversedText, timesReversedText } from '../../contract/text/clock.ts';
import { amountsReversedText } from '../../contract/text/numbers.ts';
import { readCommandLine } from '../../main/faces/cli/command-line.ts';
import { commands } from '../../main/faces/cli/commands/index.ts';
import { examples } from '../../main/faces/cli/help/examples.ts';
import { readMoments } from '../../main/faces/cli/payout-filter.ts';
import { payoutFile } from './kit/payout-files.ts';
import { withBursar } from '../kit/with-bursar.ts';
import { runCli, runProgram, startCli } from '../kit/run-cli.ts';
import { Failed, readJson } from './kit/shapes.ts';
import { withMerchant } from './kit/with-merchant.ts';
import { keptFolder } from '../kit/temporary-folder.ts';

const folder = keptFolder();
const run = (...words: string[]) => runCli(words, { BURSAR_DATA_DIR: folder, BURSAR_KEY_FILE: '' });

it('names its version', async () => {
  expect(await run('--version')).toMatchObject({ exitCode: 0, stdout: `Bursar ${manifest.version}\n` });
});

const wrong: readonly (readonly [string, string])[] = [
  ['steal', 'Unknown command steal'],
  ['--data-dir x steal', 'Unknown command steal'],
  ['--data-dir=x --profile y batch steal', 'bursar help batch'],
  ['--profile a balances --profile b', '--profile is given twice. Usage: bursar balances'],
  ['--amount 5 balances', 'Unknown command --amount'],
  ['batch', 'bursar help'],
  ['batch', 'batch set-aside ID --rows 3,7 --out FILE'],
  ['settings set foo 1', 'There is no setting foo.'],
  ['batch steal', 'bursar help'],
  ['pay', 'Usage: bursar pay FILE'],
  ['pay one.csv two.csv --yes', 'Usage: bursar pay FILE'],
  ['pay one.csv --force', 'Usage: bursar pay FILE'],
  ['pay one.csv --yes=maybe', 'Usage: bursar pay FILE'],
  ['balances --profile a --profile b', '--profile is given twice. Usage: bursar balances'],
  ['position --refresh --refresh --profile a --profile=b', '--profile is given twice'],
  ['settings set payeePolicy {"nope":1}', 'This cannot be set. payeePolicy: unknown “nope”.'],
  ['settings set payeePolicy {"newPayee":"x"}', 'payeePolicy.newPayee: expected one of info, warn, block.'],
  [
    'settings set floors [{"currencyCode":"EUR"}]',
    'floors[0].profileName: it is missing; floors[0].amount: it is missing.',
  ],
  ['settings set personName ""', 'This cannot be set. personName: it is empty.'],
  [`settings set personName ${'a'.repeat(101)}`, 'personName: expected at most 100 characters.'],
  ['settings set floors {}', 'floors: expected a list in [ ].'],
  ['payouts --limit', 'Usage: bursar payouts'],
  ['payouts --limit ten', '--limit'],
  ['payouts --limit 0', '--limit'],
  ['payouts --state sleeping', '--state'],
  ['payout', 'Usage: bursar payout ID'],
  ['payout x --send-again --not-accepted', '--send-again'],
  ['payout x --adopt --pay-again', '--adopt'],
  ['batch decide x', '--pay-again'],
  [
    'attention dismiss --batch x --older-records',
    'Choose one of --batch ID, --older-records and --test-flag.',
  ],
  ['attention dismiss --older-records --test-flag', 'Choose one of --batch ID'],
  ['batch show', 'Usage: bursar batch show ID'],
  ['batch export x', '--out'],
  [
    'approval request x --out no-such-folder/x.bursar',
    'no-such-folder/x.bursar cannot be written: its folder does not exist.',
  ],
  ['approval approve x --out package.json', 'package.json already exists. Choose another place or name.'],
  ['batch set-aside x --rows 1 --out package.json', 'package.json already exists.'],
  ['evidence verify no-such-pack.zip', 'The file no-such-pack.zip does not exist. Check its name'],
  ['evidence verify docs', 'docs is a folder. Check its name'],
  ['payee show ', 'ID is empty. Usage: bursar payee show ID'],
  ['payee export --out payees.pdf', '.csv or .xlsx'],
  ['payee export --out payees.csv --standing known', '--standing takes'],
  ['audit export --out events.pdf', '.csv or .xlsx'],
  ['payouts export --out payouts.json', '.csv or .xlsx'],
  ['resume extra', 'Usage: bursar resume'],
  ['balances --currency', 'Usage: bursar balances'],
  ['options payout --amount 1', '--currency'],
  ['balances history --from 2026-01-01 --until 2026-01-02', '--currency'],
  // What begins as a negative number is a value, not an option.
  ['statement explain --currency EUR --amount -7.07', '--note are required'],
  ['statement explain --currency EUR --day 2026-01-01 --amount --note x', 'Usage: bursar statement explain'],
  // Read as JavaScript does, these would be another day, or another one in another country.
  ['payouts --from 2026-02-30', '--from'],
  ['payouts export --out x.csv --until 2026-09-31', '--until'],
  ['payin list --from 01/02/2026', '--from'],
  ['audit list --until 2026-03-31T09:00', 'with its offset'],
  ['evidence create --from 5 --until 2026-01-02 --out x.zip', '--from'],
  ['audit list --from 2026-02-01 --until 2026-01-31', daysReversedText],
  ['payouts --from 2026-02-01 --until 2026-01-31', daysReversedText],
  ['payin list --from 2026-02-01T09:00:00Z --until 2026-02-01T09:00:00Z', timesReversedText],
  ['evidence create --from 2026-02-01 --until 2026-01-31 --out x.zip', daysReversedText],
  ['evidence create --from 2026-02-01 --until 2026-01-31T09:00:00Z --out x.zip', timesReversedText],
  ['payouts --min 5.00 --max 4.99', amountsReversedText],
  ['payouts export --out x.csv --min 10 --max 9', amountsReversedText],
  ['flows --from yesterday --until 2026-01-02', '--from'],
  ['flows --from 2026-01-01 --until 2026-01-02 --by year', '--by'],
  ['profile add', 'Usage: bursar profile add NAME'],
  ['sandbox --port many', '--port'],
  ['sandbox --faults 2', '--faults'],
  ['sandbox --seed -1', '--seed'],
  ['sandbox --merchant X', '--public-key'],
  ['backup', 'Usage: bursar backup FILE'],
  ['audit', 'bursar help'],
  ['payouts --data-dir', 'Usage: bursar payouts'],
  // As an unset variable of a script leaves it: the current folder would become the data folder.
  ['payouts --data-dir ', '--data-dir is empty. Usage: bursar payouts'],
  ['payouts --key-file= --limit 1', '--key-file is empty. Usage: bursar payouts'],
  ['payouts --profile ', '--profile is empty. Usage: bursar payouts'],
  ['payouts export --out ', '--out is empty. Usage: bursar payouts export'],
];

it('a period ends with any day that can be named, up to the last one of four digits', () => {
  const from = '2026-01-01T00:00:00.000Z';
  const until = '9999-12-31T23:59:59.999Z';
  for (const last of ['9999-12-31', '9999-12-31T23:59:59-12:00'])
    expect(readMoments({ from: '2026-01-01', until: last })).toEqual({ from, until });
});

describe('a file that a command writes', () => {
  it('is called FILE in the usage of its option', () => {
    const written = commands.flatMap(({ name, usage, options }) =>
      Object.entries(options)
        .filter(([, kind]) => kind === 'newFile')
        .map(([option]) => ({ name, usage, option })),
    );
    expect(written.length).toBeGreaterThan(10);
    expect(written.filter(({ usage, option }) => !usage.includes(`--${option} FILE`))).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('is either complete or absent', () => {
    const file = path.join(folder, 'cut.csv');
    const source = path.resolve(import.meta.dirname, '../../main/faces/cli/terminal/write-new-file.ts');
    const script = `import { writeNewFile } from ${JSON.stringify(source)};
      await writeNewFile(${JSON.stringify(file)}, new Uint8Array(1e6)).catch((error) => process.exit(error.exitCode));`;
    // No file of this process may have more than some kilobytes, as on a disk without room.
    const limited = 'ulimit -f 8; exec "$0" --input-type=module -e "$1"';
    expect(spawnSync('sh', ['-c', limited, process.execPath, script]).status).toBe(1);
    expect(existsSync(file)).toBe(false);
  });
});

describe('an invalid command line', () => {
  it('ends with 2, says what is expected, and leaves no trace', async () => {
    const ends = await Promise.all(wrong.map(([line]) => run(...line.split(' '))));
    for (const [index, [line, named]] of wrong.entries()) {
      const end = ends[index];
      expect({ line, exitCode: end?.exitCode, stdout: end?.stdout }).toEqual({
        line,
        exitCode: 2,
        stdout: '',
      });
      expect(end?.stderr, line).toContain(named);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is printed as JSON with --json', async () => {
    for (const words of [['steal'], ['pay'], ['payouts', '--limit', 'ten']])
      expect(readJson(await run(...words, '--json'), Failed, 2).error.code).toBe('inputInvalid');
  });

  it('passes on everything after -- unchanged', async () => {
    const { exitCode, stderr } = await run('pay', '--yes', '--', '--strange-name.csv');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('The file --strange-name.csv does not exist.');
  });
});

describe('bursar help', () => {
  it('lists every command and every exit code, without arguments as with help', async () => {
    const [help, ...others] = await Promise.all([
      runProgram(['help']),
      run(),
      run('--help'),
      run('help', '--data-dir', 'elsewhere'),
      run('--data-dir', 'elsewhere', '--json', 'help'),
    ]);
    for (const end of [help, ...others]) expect(end).toEqual({ ...help, exitCode: 0, stderr: '' });
    const listed = [
      'demo',
      'sandbox',
      'profile add',
      'profile list',
      'profile show',
      'profile remove',
      'profile test',
      'pay FILE',
      'resume',
      'batch list',
      'batch show',
      'batch cancel',
      'batch export',
      'payouts',
      'payout ID',
      'balances',
      'options',
      'callbacks listen',
      'callbacks state',
      'audit verify',
      'doctor',
      'backup FILE',
    ];
    for (const command of listed) expect(help.stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
    for (const option of ['--data-dir', '--profile', '--key-file', '--json'])
      expect(help.stdout).toContain(option);
    for (const code of [0, 1, 2, 3, 4, 5, 6, 7, 8])
      expect(help.stdout).toMatch(new RegExp(`^  ${code}  \\w`, 'm'));
  });

  it('shows usage, options and exit codes of a command, with an example, however it is requested', async () => {
    const help = await run('help', 'pay');
    for (const words of [
      ['pay', '--help'],
      ['pay', '-h'],
      ['pay', 'one.csv', '--force', '--help'],
    ])
      expect(await run(...words)).toEqual({ ...help, exitCode: 0, stderr: '' });
    for (const part of [
      /^Usage: bursar pay FILE/,
      /^  --set-aside FILE +\w/m,
      /^  bursar pay /m,
      /^  8  held/m,
    ])
      expect(help.stdout).toMatch(part);
    expect(help.stdout).not.toContain('batch list');
    expect((await run('help', 'statement')).stdout).toContain('statement explain');
  });

  it('lists the commands that begin with a first word', async () => {
    const help = await run('help', 'batch');
    expect(await run('batch', '--help')).toEqual({ ...help, exitCode: 0, stderr: '' });
    expect(help.stdout.match(/^  \w\S+/gm)?.every((line) => line === '  batch')).toBe(true);
    expect(await run('help', 'steal')).toMatchObject({ exitCode: 2, stdout: '' });
  });

  it('explains every option, and has a working example for each command with options', async () => {
    // From versions that required no reason: read, but no longer offered.
    const hidden = '--again';
    for (const { name, options, usage } of commands) {
      if (Object.keys(options).length === 0) continue;
      const { stdout } = await run('help', ...name.split(' '));
      for (const option of Object.keys(options).map((each) => `--${each}`)) {
        if (option === hidden && !usage.includes(hidden)) continue;
        expect(stdout, name).toMatch(new RegExp(`^  ${option}( \\S.*?)?  +\\S`, 'm'));
      }
      const words = examples[name]
        ?.match(/"[^"]*"|'[^']*'|\S+/g)
        ?.map((word) => word.replace(/^["']|["']$/g, ''));
      expect(readCommandLine(words ?? []).command.name).toBe(name);
    }
  });
});

describe('an empty data folder', () => {
  it('is answered with what to do first', async () => {
    const own = path.join(folder, 'new', 'data');
    const first = (...words: string[]) => run(...words, '--data-dir', own);
    expect((await first('profile', 'list')).stdout).toContain('bursar profile add');
    expect((await first('batch', 'list')).stdout).toContain('bursar pay');
    expect((await first('payouts')).stdout).toBe('No payouts.\n');
    expect((await first('resume')).exitCode).toBe(0);
    const balances = readJson(await first('balances', '--json'), Failed, 2);
    expect(balances.error).toMatchObject({
      code: 'profileNeeded',
      message: expect.stringContaining('bursar profile add, or bursar demo'),
    });
  });
});

describe('a reader that disconnects', () => {
  it('is not an error: a closed pipe ends a long list quietly', () =>
    withMerchant(async (merchant) => {
      // Released, for drafts are not listed; and more than a pipe holds.
      const lines = Array.from({ length: 1000 }, (_, index) => ({ accountNumber: `ACC-${index}` }));
      await withBursar(merchant, async (get) => {
        const bytes = Buffer.from(payoutFile(lines));
        const { batchId } = (await get('batches.import', { fileName: 'payouts.csv', bytes })).batch;
        const { rowsHash } = await get('batches.summary', { batchId });
        await get('batches.release', { batchId, rowsHash });
      });
      const words = ['payouts', '--limit', '1000', '--json', '--data-dir', merchant.dataDirectory];
      const { child, end } = startCli(words);
      child.stdout?.once('data', () => child.stdout?.destroy());
      const { exitCode, stderr } = await end;
      expect([exitCode, stderr]).toEqual([0, '']);
    }));
});

describe.runIf(existsSync('/dev/full'))('a full disk below standard output', () => {
  it.each([['payouts'], ['settings', '--json'], ['help']])(
    'is named, once, where %s is written to it',
    (...words) => {
      const full = openSync('/dev/full', 'w');
      const program = path.resolve(import.meta.dirname, '../../bin/bursar.mjs');
      const { status, stderr } = spawnSync(process.execPath, [program, ...words], {
        env: { ...process.env, BURSAR_DATA_DIR: folder },
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      });
      closeSync(full);
      expect(stderr.match(/Standard output could not be written to its end \(ENOSPC\)/g)).toHaveLength(1);
      expect(status).toBe(1);
    },
  );
});
