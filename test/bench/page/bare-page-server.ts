import { createServer } from 'node:http';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { z } from 'zod';
import { serve } from '../kit/in-child.ts';
import { benchFolder } from '../kit/bench-folder.ts';

/** Builds a page of `bare-pages/` as Bursar's page is built, and serves it. */
const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

await serve(z.object({ page: z.string() }), async ({ page }) => {
  const folder = benchFolder();
  await build({
    configFile: false,
    root: path.join(import.meta.dirname, '..', 'bare-pages', page),
    logLevel: 'silent',
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, target: 'chrome130' },
  });
  const server = createServer((request, reply) => {
    const name = path.join(folder, path.normalize((request.url ?? '/').split('?')[0] ?? '/'));
    const file =
      statSync(name, { throwIfNoEntry: false })?.isDirectory() === true
        ? path.join(name, 'index.html')
        : name;
    try {
      const bytes = readFileSync(file);
      reply.writeHead(200, {
        'content-type': contentTypes[path.extname(file)] ?? 'application/octet-stream',
      });
      reply.end(bytes);
    } catch {
      reply.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, report: () => ({}) };
});
