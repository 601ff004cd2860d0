import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { hasTheGuide } from './guide.ts';
import { makesSchemasOnDemand } from './schemas-on-demand.ts';

/** Makes the browser fetch scripts and font of the first screen while it still reads `begin.ts`, which requests them. */
function fetchesThePageAtOnce(): Plugin {
  return {
    name: 'bursar-fetch-the-page-at-once',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {}).flatMap((file) => {
          const href = `./${file}`;
          const link = (attrs: Record<string, string | boolean>) => [
            { tag: 'link', attrs: { ...attrs, crossorigin: true, href }, injectTo: 'head' as const },
          ];
          if (/^assets\/(page|zod|rolldown-runtime)-[^/]+\.js$/.test(file))
            return link({ rel: 'modulepreload' });
          return /^assets\/inter-latin-wght-[^/]+\.woff2$/.test(file)
            ? link({ rel: 'preload', as: 'font', type: 'font/woff2' })
            : [];
        }),
    },
  };
}

/** Bundles the page with everything it needs: it sends requests only to its own face. */
export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [makesSchemasOnDemand(), hasTheGuide(), react(), fetchesThePageAtOnce()],
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    target: 'chrome130',
    // An inlined font or picture would need data: in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first screen is one file of about 700 kB before compression; test/bench/page/first-screen.ts watches its size.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // The code of the first queries loads separately and first; the schema library comes before the schemas; everything else
          // that the first screen needs is in one file.
          groups: [
            { name: 'begin', test: /renderer[/\\]begin\.ts$/, priority: 3 },
            { name: 'zod', test: /contract[/\\]zod-on-demand\.ts$/, priority: 2 },
            { name: 'page', test: /renderer[/\\]main\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
});
