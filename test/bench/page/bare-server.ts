import { createServer } from 'node:http';
import { z } from 'zod';
import { serve } from '../kit/in-child.ts';

/** The least that a server can do: read the request, answer 201 to a payout and 403 to a question about one, and hand out a token that nobody checks. */

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = `${encoded({ alg: 'none' })}.${encoded({ iat: 1_800_000_000, exp: 1_800_000_600 })}.none`;
const tokenAnswer = JSON.stringify({ token });

await serve(z.object({}), async () => {
  let payouts = 0;
  const server = createServer((message, reply) => {
    message.resume();
    message.once('end', () => {
      const isAboutPayout = message.url?.startsWith('/payouts/') === true;
      const isPayout = isAboutPayout && message.method === 'POST';
      if (isPayout) payouts += 1;
      const status = isPayout ? 201 : isAboutPayout ? 403 : 200;
      reply.writeHead(status, { 'content-type': 'application/json' });
      reply.end(isAboutPayout ? '{}' : tokenAnswer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, report: () => ({ payouts }) };
});
