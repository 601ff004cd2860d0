import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../main/core/ports/index.ts';
import {
  accepted,
  addProfile,
  claim,
  close,
  importBatch,
  openIn,
  release,
  temporaryFolder,
} from '../../kit/store.ts';

let directory: string;
let store: Store;
beforeEach(() => {
  directory = join(temporaryFolder(), 'data');
  store = openIn(directory);
  addProfile(store);
  importBatch(store, 'b', 4);
  release(store, 'b');
});

const gone = expect.objectContaining({ appError: expect.objectContaining({ code: 'storageFailed' }) });
const says = expect.objectContaining({ message: expect.stringContaining('moved or deleted') });

describe.skipIf(process.platform === 'win32')(
  'I1: a data folder that disappears while a batch is sent',
  () => {
    it.each<[string, () => void]>([
      ['is deleted', () => rmSync(directory, { recursive: true })],
      ['is moved', () => renameSync(directory, `${directory}-elsewhere`)],
      ['loses its database', () => rmSync(join(directory, 'bursar.sqlite'))],
      [
        'is replaced by another',
        () => {
          renameSync(directory, `${directory}-elsewhere`);
          openIn(directory);
        },
      ],
    ])('and %s: no further intent is handed out, because nobody could read it later', (_how, happens) => {
      claim(store, 'b', 1);
      happens();
      expect(() => claim(store, 'b', 1)).toThrow(gone);
      expect(() => claim(store, 'b', 1)).toThrow(says);
    });

    it('is what diagnostics say, and no internal error', () => {
      renameSync(directory, `${directory}-elsewhere`);
      expect(() => store.examine()).toThrow(gone);
      expect(() => store.examine()).toThrow(
        expect.objectContaining({ message: expect.stringContaining(`${directory} failed`) }),
      );
    });

    it('by being moved still records the gateway’s answers, and closes', () => {
      const [intent] = claim(store, 'b', 1);
      if (intent === undefined) throw new Error('nothing was claimed');
      const elsewhere = `${directory}-elsewhere`;
      renameSync(directory, elsewhere);
      store.record([accepted(intent)], 5000);
      close(store);
      expect(existsSync(directory)).toBe(false);
      expect(openIn(elsewhere).countByState('b')).toEqual({ accepted: 1, queued: 3 });
    });

    it('and is put back in time continues', () => {
      renameSync(directory, `${directory}-elsewhere`);
      expect(() => claim(store, 'b', 1)).toThrow(gone);
      renameSync(`${directory}-elsewhere`, directory);
      expect(claim(store, 'b', 1)).toHaveLength(1);
    });
  },
);
