import { atWork, callbackUrl, merchantCode, openOffice, register, type Office } from '../../kit/office.ts';

/** An office whose only profile is said to be live, while each answer of its gateway says that it is a test. */
export async function openSaidLive(): Promise<Office> {
  const office = await openOffice({ ...atWork, longestWaitMs: 5000 });
  await office.get('profiles.remove', { name: 'main' });
  const { publicKey } = await office.get('profiles.add', {
    name: 'real',
    environment: 'live',
    baseUrl: office.sandbox.url.replace('127.0.0.1', 'localhost'),
    merchantCode,
    callbackUrl,
    key: { kind: 'generate', modulusBits: 2048 },
  });
  register(office.sandbox, publicKey?.pem ?? '');
  return office;
}
