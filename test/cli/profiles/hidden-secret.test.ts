import { Readable, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { readMerchantSecret } from '../../../main/faces/cli/terminal/read-secret.ts';

it('turns off the echo of the terminal before it asks for a secret', async () => {
  const order: string[] = [];
  const stdin = Object.assign(Readable.from(['tr0ub4dor\r']), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => order.push(isRaw ? 'hidden' : 'shown'),
  });
  const stderr = new Writable({
    write: (text: Buffer, _encoding, done) => {
      order.push(text.toString().trim());
      done();
    },
  });
  expect(await readMerchantSecret({ env: {}, stdin, stderr })).toBe('tr0ub4dor');
  expect(order).toEqual(['hidden', 'Merchant secret (hidden):', 'shown', '']);
});
