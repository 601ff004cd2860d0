import { html, type Html, nothing } from '../template.ts';
import { hostOf } from '../page-text.ts';

/** A whole page. `title` is its heading, too. */
export function frame(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Sandbox payment</title>
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header class="band"><p>Sandbox: no money moves</p></header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `.text;
}

/** Hidden fields of a form. */
export function hiddenFields(fields: readonly (readonly [name: string, value: string])[]): Html[] {
  return fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}

/** An error, announced at once by screen readers. */
export function alert(messages: readonly string[]): Html {
  if (messages.length === 0) return nothing;
  return html`<div class="alert" role="alert">${messages.map((message) => html`<p>${message}</p>`)}</div>`;
}

/** Rows of a name and a value. */
export function facts(rows: readonly (readonly [name: string, value: string | Html])[]): Html {
  return html`<dl>
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** The link back to the merchant: shows where it leads, and only to http and https addresses. */
export function returnLink(returnUrl: string | null, look: 'button' | 'link'): Html {
  if (returnUrl === null || !/^https?:\/\//i.test(returnUrl)) return nothing;
  return html`<p class="return">
    <a class="${look}" href="${returnUrl}" rel="noreferrer">Return to the merchant</a>
    <span class="host">${hostOf(returnUrl)}</span>
  </p>`;
}
