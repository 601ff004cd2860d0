import { randomBytes } from 'node:crypto';
import { protocol, type Session } from 'electron';
import { commonHeaders, contentSecurityPolicy, type PageFile, type PageFiles } from '../window/page-files.ts';
import { isOfPage, pageScheme } from './address.ts';

const nonceBytes = 18;

/** Registers `app://` as a scheme like https; call it before the app is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: pageScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** Serves the page at `app://`, and cancels every other request of the page. */
export function servePage(session: Session, files: PageFiles): void {
  session.protocol.handle(pageScheme, (request) => answerPageRequest(files, request));
  session.webRequest.onBeforeRequest(({ url }, decide) => {
    decide({ cancel: !/^(app|devtools|blob):/.test(url) });
  });
}

/** Answers a request of the page: GET only, and only files of the built page. */
export async function answerPageRequest(files: PageFiles, request: Request): Promise<Response> {
  if (request.method !== 'GET') return refusal(405);
  const url = URL.parse(request.url);
  if (url === null || !isOfPage(url)) return refusal(404);
  if (url.pathname === '/') {
    const nonce = randomBytes(nonceBytes).toString('base64url');
    return respond(files.index(nonce), { 'content-security-policy': contentSecurityPolicy(nonce) });
  }
  const file = await files.find(url.pathname);
  return file === null ? refusal(404) : respond(file, {});
}

function respond({ bytes, contentType }: PageFile, headers: Readonly<Record<string, string>>): Response {
  return new Response(bytes, {
    headers: { ...commonHeaders, 'content-type': contentType, 'cache-control': 'no-store', ...headers },
  });
}

function refusal(status: number): Response {
  return new Response(null, { status, headers: { ...commonHeaders } });
}
