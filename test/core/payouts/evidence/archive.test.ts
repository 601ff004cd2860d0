import { hash } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../../contract/canonical-json.ts';
import { largestPack } from '../../../../contract/evidence/pack.ts';
import { canBeVerified } from '../../../../main/core/payouts/evidence/create-evidence.ts';
import { readPack } from '../../../../main/files/evidence/read-pack.ts';
import { verifyInSteps } from '../../../../main/files/evidence/verify-in-steps.ts';
import { zipOf } from '../../../../main/files/zip/zip-layout.ts';
import { systemClock } from '../../../../main/system.ts';
import { contentsOf, placesIn, smallPack, verifyArchive, type Json } from './packs.ts';

describe('an evidence pack', () => {
  it('packed by another program has the same content, and none of its files is called changed', async () => {
    const contents = contentsOf(await smallPack());
    const entries = Array.from(contents, ([name, bytes]) => ({
      name,
      bytes: bytes.length,
      checksum: crc32(bytes),
      method: 8,
      packed: deflateRawSync(bytes, { level: 1 }),
    }));
    const { problems } = verifyArchive(zipOf(entries));
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems)
      expect(problem).toMatch(/^The archive is not as Bursar wrote it|packed again/);
  });

  it('with a rewritten list of files is not called signed, whatever the archive claims', async () => {
    const archive = await smallPack();
    const contents = contentsOf(archive);
    const said = String(contents.get('manifest.json')).replace(/"about":"Batch /, '"about":"Catch ');
    const manifest = Buffer.from(said);
    const seal = JSON.parse(String(contents.get('seal.json'))) as Record<string, Json>;
    const rehashed = { ...seal, manifest: hash('sha256', manifest) };
    const laidOut = (written: ReadonlyMap<string, Buffer>) =>
      verifyArchive(
        zipOf(
          placesIn(archive).map(({ name, from, until }) => {
            const bytes = written.get(name) ?? contents.get(name) ?? Buffer.alloc(0);
            const packed = written.get(name) ?? archive.subarray(from, until);
            const method = name === 'manifest.json' || name === 'seal.json' ? 0 : 8;
            return { name, bytes: bytes.length, checksum: crc32(bytes), method, packed };
          }),
        ),
      );
    expect(laidOut(new Map()).isWhole).toBe(true);
    const forgeries = [
      [new Map([['manifest.json', manifest]]), 'manifest.json, or seal.json, was changed.'],
      [
        new Map([
          ['manifest.json', manifest],
          ['seal.json', Buffer.from(canonicalJson(rehashed))],
        ]),
        'seal.json was changed: its signature is not of its key.',
      ],
    ] as const;
    for (const [written, problem] of forgeries)
      expect(laidOut(written)).toMatchObject({ isWhole: false, problems: [problem], keyFingerprint: null });
  });

  it('has nothing in its seal besides the signature', async () => {
    const archive = await smallPack();
    const contents = contentsOf(archive);
    const seal = JSON.parse(String(contents.get('seal.json'))) as Record<string, Json>;
    const sealed = (written: Record<string, Json>) => {
      const other = Buffer.from(canonicalJson(written));
      return verifyArchive(
        zipOf(
          placesIn(archive).map(({ name, from, until }) => {
            const bytes = name === 'seal.json' ? other : (contents.get(name) ?? other);
            const packed = name === 'seal.json' ? other : archive.subarray(from, until);
            const method = name === 'manifest.json' || name === 'seal.json' ? 0 : 8;
            return { name, bytes: bytes.length, checksum: crc32(bytes), method, packed };
          }),
        ),
      );
    };
    expect(sealed(seal).isWhole).toBe(true);
    expect(sealed({ ...seal, note: 'Approved.' })).toMatchObject({
      isWhole: false,
      problems: ['seal.json was changed.'],
    });
  });

  it('is verified file by file, with progress, with other work between two files, and can be stopped', async () => {
    const archive = await smallPack();
    const { length: total } = placesIn(archive);
    const told: number[] = [];
    const others: number[] = [];
    const verified = await verifyInSteps(
      archive,
      {
        onProgress: (done, all) => {
          told.push(done);
          expect(all).toBe(total);
        },
        signal: new AbortController().signal,
      },
      { turn: () => Promise.resolve().then(() => void others.push(told.length)) },
    );
    expect(verified).toMatchObject({ ok: true, value: { isWhole: true, files: total } });
    expect(told).toEqual(placesIn(archive).map((_, index) => index + 1));
    expect(others).toEqual(told);

    const stopping = new AbortController();
    const steps = { onProgress: () => stopping.abort(), signal: stopping.signal };
    expect(await verifyInSteps(archive, steps, systemClock)).toMatchObject({
      ok: false,
      error: { code: 'stopped', message: expect.stringContaining('Run it again') },
    });
  });

  it('keeps one unpacked file in memory at a time', async () => {
    const archive = await smallPack();
    const files = readPack(archive)?.files([])[Symbol.iterator]();
    const [first] = placesIn(archive);
    expect(files?.next().value).toMatchObject({ name: first?.name });
    // The second one is unpacked only when it is asked for: until then its bytes may change.
    const second = placesIn(archive)[1];
    archive.fill(0, second?.from, second?.until);
    expect(files?.next().value).toMatchObject({ name: second?.name, content: null });
  });

  it('is not unpacked beyond what a pack can hold, however much a few bytes of it would expand to', async () => {
    const archive = await smallPack();
    const contentOf = (most: { fileBytes: number; allBytes: number }, name: string) => {
      const files = readPack(archive, most)?.files([]) ?? [];
      return Array.from(files).find((file) => file.name === name)?.content ?? null;
    };
    const bytes = contentsOf(archive).get('evidence.json')?.length ?? 0;
    expect(contentOf({ fileBytes: bytes, allBytes: bytes }, 'evidence.json')).toHaveLength(bytes);
    expect(contentOf({ fileBytes: bytes - 1, allBytes: 2 * bytes }, 'evidence.json')).toBeNull();
    expect(contentOf({ fileBytes: bytes, allBytes: bytes + 1 }, 'payments.csv')).toBeNull();
  });

  it('is not made if it would hold more than a verifier reads, which would call it changed', () => {
    const { fileBytes, allBytes, files } = largestPack;
    const partBytes = 2_000_000;
    const parts = (count: number) => Array.from({ length: count }, () => ({ bytes: partBytes }));
    expect(canBeVerified(parts(1000))).toBe(true);
    expect(canBeVerified(parts(allBytes / partBytes))).toBe(false);
    expect(canBeVerified([{ bytes: fileBytes }])).toBe(true);
    expect(canBeVerified([{ bytes: fileBytes + 1 }])).toBe(false);
    expect(canBeVerified(Array.from({ length: files }, () => ({ bytes: 1 })))).toBe(false);
  });
});
