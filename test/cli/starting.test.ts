import { hash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z as zod } from 'zod';
import { compiledCodeDirectory } from '../../main/faces/cli/compiled-code.ts';
import { z } from '../../contract/zod-on-demand.ts';
import { runProgram } from '../kit/run-cli.ts';
import { keptFolder } from '../kit/temporary-folder.ts';

const home = keptFolder();
/** The user's cache folder is here, and the test run's own compile cache does not stand in for it. */
const cacheAt = (folder: string): Record<string, string> => ({
  XDG_CACHE_HOME: folder,
  NODE_COMPILE_CACHE: '',
});

describe.skipIf(process.platform !== 'linux')('compiled code', () => {
  test('is kept for the next command in a cache folder that only its owner may write to', async () => {
    const cache = path.join(home, 'fresh');
    expect((await runProgram(['help'], cacheAt(cache))).exitCode).toBe(0);
    const kept = path.join(cache, 'bursar', 'code');
    expect(statSync(kept).mode & 0o777).toBe(0o700);
    expect(readdirSync(kept, { recursive: true }).length).toBeGreaterThan(1);
  });

  test('is not run if damaged: the command compiles its code again and keeps it', async () => {
    const cache = path.join(home, 'damaged');
    const { stdout } = await runProgram(['help'], cacheAt(cache));
    const code = path.join(cache, 'bursar', 'code');
    const files = readdirSync(code, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(code, name))
      .filter((file) => statSync(file).isFile());
    const whole = files.map((file) => readFileSync(file));
    for (const [at, file] of files.entries()) {
      const bytes = Buffer.from(whole[at] ?? []);
      const middle = Math.floor(bytes.length / 2);
      bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
      writeFileSync(file, bytes);
    }
    expect(await runProgram(['help'], cacheAt(cache))).toEqual({ exitCode: 0, stdout, stderr: '' });
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const bytes = readFileSync(file);
      expect(hash('sha256', bytes.subarray(32))).toBe(bytes.subarray(0, 32).toString('hex'));
    }
  });

  test('of another build is removed', async () => {
    const cache = path.join(home, 'earlier');
    const other = path.join(cache, 'bursar', 'code', 'another-build', 'help');
    mkdirSync(other, { recursive: true, mode: 0o700 });
    expect((await runProgram(['help'], cacheAt(cache))).exitCode).toBe(0);
    expect(readdirSync(path.join(cache, 'bursar', 'code'))).toHaveLength(1);
    expect(existsSync(other)).toBe(false);
  });

  test('is not kept for a word that names no command', async () => {
    const cache = path.join(home, 'mistyped');
    expect((await runProgram(['pament'], cacheAt(cache))).exitCode).toBe(2);
    expect(readdirSync(path.join(cache, 'bursar', 'code'))).toEqual([]);
  });

  test('is neither kept in nor read from a folder that others may write to', async () => {
    const cache = path.join(home, 'shared');
    const kept = path.join(cache, 'bursar', 'code');
    mkdirSync(kept, { recursive: true });
    chmodSync(kept, 0o777);
    expect((await runProgram(['help'], cacheAt(cache))).exitCode).toBe(0);
    expect(readdirSync(kept)).toEqual([]);
  });

  test('is not required: a cache that cannot be created changes nothing', async () => {
    const { exitCode, stdout, stderr } = await runProgram(['help'], cacheAt('/dev/null'));
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('bursar: sends payouts');
    expect(existsSync('/dev/null/bursar')).toBe(false);
  });
});

test('is kept where each platform keeps files that can be created again', () => {
  expect(compiledCodeDirectory('linux', {}, '/home/a')).toBe('/home/a/.cache/bursar/code');
  expect(compiledCodeDirectory('linux', { XDG_CACHE_HOME: 'relative' }, '/home/a')).toBe(
    '/home/a/.cache/bursar/code',
  );
  expect(compiledCodeDirectory('darwin', {}, '/Users/a')).toBe('/Users/a/Library/Caches/Bursar/code');
  expect(compiledCodeDirectory('win32', { LOCALAPPDATA: '/local' }, '/a')).toBe('/local/Bursar/cache/code');
});

test('a command that loads a library by its name, as for the keychain, prints no warning from Node', async () => {
  const folder = path.join(home, 'keychain');
  const words = (
    '--environment sandbox --base-url http://127.0.0.1:9 --merchant ACME --callback-url https://merchant.example/callbacks ' +
    `--generate-key --data-dir ${folder}`
  ).split(' ');
  const { exitCode, stderr } = await runProgram(['profile', 'add', 'acme', ...words], cacheAt(home));
  expect(exitCode).toBe(0);
  expect(stderr).not.toMatch(/warning/i);
});

test('the built program creates schemas on demand, and loads zlib and the file promises only when it uses them', () => {
  const folder = path.resolve(import.meta.dirname, '../../out/cli');
  const files = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
  // undici is a file of its own, and asks for them within its functions.
  const late = /(^|[;{])(?:let|const) \w+=require\(["'`]node:(?:zlib|fs\/promises)["'`]\)/m;
  expect(files.filter((text) => late.test(text))).toEqual([]);
  expect(files.filter((text) => text.includes('function onDemand('))).toHaveLength(1);
});

// Typed as zod, in whose place it stands.
const onDemand = z as unknown as typeof zod;

function profileOf(from: typeof zod) {
  const Name = from.string().trim().min(1).max(5);
  const Kind = from.enum(['sandbox', 'live']);
  const Base = from.strictObject({ name: Name, kind: Kind, tags: from.array(Name).max(2).default([]) });
  const Address = from.discriminatedUnion('by', [
    from.object({ by: from.literal('url'), url: from.url() }),
    from.object({ by: from.literal('ip'), ip: from.union([from.ipv4(), from.ipv6()]) }),
  ]);
  return {
    Profile: Base.extend({
      ...from.object({ since: from.iso.datetime().nullable() }).shape,
      address: Address.optional(),
      limits: from.record(Base.keyof(), from.number().int()).optional(),
      kinds: from.array(from.enum([...Kind.options, 'demo'])).optional(),
      pair: from.tuple([from.boolean(), from.unknown()]).optional(),
    }).refine(({ tags, name }) => !tags.includes(name), 'a name is no tag of itself'),
    Kind,
  };
}

describe('zod on demand', () => {
  test.each([
    [{ name: ' ann ', kind: 'live', since: null }],
    [{ name: 'ann', kind: 'live', since: '2026-01-01T00:00:00Z', tags: ['a', 'b'] }],
    [{ name: 'ann', kind: 'live', since: null, address: { by: 'ip', ip: '127.0.0.1' }, kinds: ['demo'] }],
    [{ name: 'ann', kind: 'live', since: null, limits: { name: 1, kind: 2, tags: 3 }, pair: [true, 'x'] }],
    [{ name: 'annabel', kind: 'paper', since: 'today', tags: ['a', 'b', 'c'], more: true }],
    [{ name: 'ann', kind: 'live', since: null, tags: ['ann'] }],
    [{ name: 'ann', kind: 'live', since: null, address: { by: 'url', url: 'no address' } }],
    [{ name: 'ann', kind: 'live', since: null, limits: { colour: 1.5 } }],
    [null],
  ])('accepts and refuses %j as zod does, with the same messages', (given) => {
    const usual = profileOf(zod).Profile.safeParse(given);
    const stoodFor = profileOf(onDemand).Profile.safeParse(given);
    expect(stoodFor.data).toEqual(usual.data);
    expect(stoodFor.error?.issues).toEqual(usual.error?.issues);
  });

  test('creates a schema on first use, once', () => {
    const made: string[] = [];
    const Amount = onDemand.preprocess(
      (given) => given,
      onDemand.custom(() => true),
    );
    const Row = onDemand.object({
      get amount() {
        made.push('amount');
        return Amount;
      },
    });
    const Rows = onDemand.array(Row.nullable());
    expect(made).toEqual([]);
    Rows.parse([{ amount: 1 }]);
    Rows.parse([{ amount: 2 }, null]);
    Row.parse({ amount: 3 });
    expect(made).toEqual(['amount']);
  });

  test('returns the values of an enumeration, the parts of an object and the kinds of a union', () => {
    const Kind = onDemand.enum(['sandbox', 'live']);
    const Named = onDemand.object({ name: onDemand.string() });
    expect(Kind.options).toEqual(['sandbox', 'live']);
    expect(Named.keyof().options).toEqual(['name']);
    expect(onDemand.union([Named, Kind]).options).toHaveLength(2);
    expect(Named instanceof zod.ZodObject && Kind instanceof zod.ZodType).toBe(true);
  });
});
