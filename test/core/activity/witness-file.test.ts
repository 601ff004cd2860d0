import { expect, it } from 'vitest';
import { createWitnessFile } from '../../../main/files/index.ts';

it.each(['/dev/zero', '/dev/null'])(
  'a witness file is never a device: %s has no end, or stores nothing',
  async (device) => {
    const witness = createWitnessFile();
    expect(await witness.read(device)).toMatchObject({ ok: false, fault: { code: 'notRead' } });
    expect(await witness.readLast(device)).toMatchObject({ ok: false, fault: { code: 'notRead' } });
    expect(await witness.append(device, ['line'])).toMatchObject({
      ok: false,
      fault: { code: 'notWritten' },
    });
  },
);
