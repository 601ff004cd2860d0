import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fail, succeed, type Result } from '../../../contract/result.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

const indexName = '/index.html';
const headStart = '<head>';

export type PageFile = { readonly bytes: Uint8Array<ArrayBuffer>; readonly contentType: string };

/** The files of the page, listed at the start. Any other path does not exist, so no address can leave the folder. */
export type PageFiles = {
  /** The page itself, with the nonce under which it may add styles. */
  index(nonce: string): PageFile;
  /** A file by its path in an address, such as `/assets/index.js`; null if there is none. */
  find(pathname: string): Promise<PageFile | null>;
};

/** Lists the built page in this folder; `storageFailed` if it is not built. */
export function openPageFiles(directory: string): Result<PageFiles> {
  try {
    const files = new Map(listFiles(directory, ''));
    const page = readFileSync(path.join(directory, 'index.html'), 'utf8');
    files.delete(indexName);
    return succeed({
      index: (nonce) => ({
        bytes: new TextEncoder().encode(withNonce(page, nonce)),
        contentType: contentTypes['.html'] ?? '',
      }),
      find: async (pathname) => {
        const file = files.get(pathname);
        const contentType = contentTypes[path.extname(pathname)];
        if (file === undefined || contentType === undefined) return null;
        try {
          return { bytes: new Uint8Array(await readFile(file)), contentType };
        } catch {
          // Another version has replaced it since.
          return null;
        }
      },
    });
  } catch (thrown) {
    const cause = thrown instanceof Error ? thrown.message : 'unknown';
    return fail(
      'storageFailed',
      `Bursar's page was not found in ${directory}. Run \`npm run build\` in Bursar's folder, or install it again.`,
      { cause },
    );
  }
}

/** Each file below a folder by its path in an address; folder by folder, as inside an archive too. */
function listFiles(directory: string, prefix: string): [pathname: string, file: string][] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry): [string, string][] => {
    const file = path.join(directory, entry.name);
    const pathname = `${prefix}/${entry.name}`;
    return entry.isDirectory() ? listFiles(file, pathname) : entry.isFile() ? [[pathname, file]] : [];
  });
}

export function withNonce(page: string, nonce: string): string {
  return page.replace(headStart, `${headStart}<meta name="csp-nonce" content="${nonce}">`);
}

/**
 * The content security policy of the page: nothing from anywhere but its own face, no inline scripts, and styles added by the page only
 * under this nonce.
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "webrtc 'block'",
  ].join('; ');
}

/** Headers of everything that a face serves, besides the policy of the page. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=(), display-capture=()',
};
