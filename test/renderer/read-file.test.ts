import { expect, it } from 'vitest';
import { readFile } from '../../renderer/kit/read-file.ts';

const limit = { mostBytes: 4, tooLarge: 'is too large.' };

it('reads a file up to its limit, and not one byte of a larger one', async () => {
  expect(await readFile(new File(['1234'], 'four.csv'), limit)).toEqual(new Uint8Array([49, 50, 51, 52]));
  const larger = new File(['12345'], 'five\u202E.csv');
  larger.arrayBuffer = () => Promise.reject(new Error('it was read'));
  await expect(readFile(larger, limit)).rejects.toThrow('five\uFFFD.csv is too large.');
});

it('says what to do about a file that cannot be read', async () => {
  const gone = new File(['1'], 'gone.csv');
  gone.arrayBuffer = () => Promise.reject(new Error('NotReadableError'));
  await expect(readFile(gone, limit)).rejects.toThrow(
    /^gone\.csv could not be read: .* Choose the file again\.$/,
  );
});
