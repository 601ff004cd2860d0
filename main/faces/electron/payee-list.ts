import { BrowserWindow, session } from 'electron';
import type { ReleasedPayee, ReleaseSummary } from '../../../contract/batches/batch.ts';
import { counted, moneyText } from '../../../contract/text/numbers.ts';
import { oneLine } from '../../../contract/text/one-line.ts';
import { denyEverything } from './permissions.ts';

const listScheme = 'bursar-payees';
const listAddress = `${listScheme}://list/`;
/** A separate in-memory session: the page cannot reach it, and nothing in it is stored. */
const partition = 'payees';
const longestCell = 200;
/** Only the style inside the list itself. */
const listPolicy = "default-src 'none'; style-src 'unsafe-inline'; webrtc 'block'";

const lists = new WeakSet<BrowserWindow>();

/** Whether a window is such a list; no dialog belongs to one. */
export function isPayeeList(window: BrowserWindow): boolean {
  return lists.has(window);
}

/**
 * Shows all payees of a release in a window that this process builds: no script runs in it, and the page, which may have been
 * taken over, cannot affect it.
 */
export function showPayees(summary: ReleaseSummary, payees: readonly ReleasedPayee[]): void {
  const own = session.fromPartition(partition);
  denyEverything(own);
  const html = payeeListHtml(summary, payees);
  if (own.protocol.isProtocolHandled(listScheme)) own.protocol.unhandle(listScheme);
  own.protocol.handle(listScheme, () => listResponse(html));
  own.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: url !== listAddress }));
  const window = new BrowserWindow({
    width: 900,
    height: 700,
    title: `Payees of ${oneLine(summary.fileName)}`,
    webPreferences: {
      session: own,
      javascript: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      devTools: false,
    },
  });
  lists.add(window);
  window.setMenuBarVisibility(false);
  void window.loadURL(listAddress);
}

function listResponse(html: string): Response {
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': listPolicy,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

/** The list as a page without scripts; every text from a file stays text. */
export function payeeListHtml(summary: ReleaseSummary, payees: readonly ReleasedPayee[]): string {
  const { rows, payees: counts, environment, profileName } = summary;
  const heading = `${environment === 'live' ? 'LIVE' : 'Sandbox'}: ${profileName}, ${counted(rows, 'payout')} to ${counted(counts.count, 'payee')}`;
  const lines = payees.map(
    ({ accountName, account, amount, currencyCode, payouts, isFirstTime }) =>
      `<tr${isFirstTime ? ' class="first"' : ''}><td>${cell(accountName)}<td>${cell(account)}<td>${cell(moneyText({ amount, currencyCode }))}<td>${payouts}<td>${isFirstTime ? 'Not paid from this profile before' : ''}`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Payees</title><style>
:root { color-scheme: light dark; font: 14px system-ui, sans-serif; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 4px 8px; border-bottom: 1px solid #8886; overflow-wrap: anywhere; }
th:nth-child(3), td:nth-child(3), th:nth-child(4), td:nth-child(4) { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
tr.first { font-weight: 600; }
</style><h1>${cell(heading)}</h1><p>${counted(counts.firstTime, 'payee was', 'payees were')} not paid from this profile before. The largest amounts of each currency come first.</p>
<table><thead><tr><th>Payee<th>Account<th>Amount<th>Payouts<th></thead><tbody>${lines.join('\n')}</tbody></table>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function cell(text: string): string {
  return oneLine(text, longestCell).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
