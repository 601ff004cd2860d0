import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { returnLink } from '../../../sandbox/payment-page/pages/frame.ts';
import { escapeText, html } from '../../../sandbox/payment-page/template.ts';
import { amounts } from '../amounts.ts';
import { openTill, type Till } from './till.ts';
import { entriesOf, headingOf, press, type Seen, visit } from './walk.ts';

let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(() => till.sandbox.close());

const wicked = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus='alert(1)' autofocus='",
  '&lt;b&gt;&amp;quot;',
  '</title></head><body>',
  '<!--',
  ']]>\u0000\ud800',
  '${constructor}`',
];
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('<', '>', '"', "'", '&', '=', '/', '`', ' ', '\n', 'x', ';'),
    maxLength: 40,
  }),
  fc.constantFrom(...wicked),
);

/** Tags with the names of their attributes, as the text is read when every value is in double quotes; null when a bracket is left over. */
function skeletonOf(text: string): string[] | null {
  const tag = /<(!doctype html|\/?[a-z0-9]+(?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*\/?>/g;
  if (/[<>]/.test(text.replaceAll(tag, ''))) return null;
  return [...text.matchAll(tag)].map(([, inside = '']) =>
    inside.replaceAll(/="[^"]*"/g, '').replaceAll(/\s+/g, ' '),
  );
}

describe('the template', () => {
  it('keeps any text in its place, whatever it contains', () => {
    const page = (text: string): string => html`<a href="${text}" title="${text}">${text}</a>`.text;
    const harmless = skeletonOf(page('text'));
    expect(harmless).toEqual(['a href title', '/a']);
    fc.assert(
      fc.property(anyText, (text) => {
        expect(skeletonOf(page(text))).toEqual(harmless);
        expect(page(text).isWellFormed()).toBe(true);
      }),
    );
  });

  it('loses nothing of a text', () => {
    expect(escapeText(`<a href="x">'&amp;'</a>`)).toBe(
      '&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;&#39;&lt;/a&gt;',
    );
  });
});

const parameters = [
  'merchantCode',
  'idPayin',
  'token',
  'amount',
  'currencyCode',
  'callbackUrl',
  'returnUrl',
  'paymentMethodCode',
  'paymentOperatorCode',
  'optionsAvailable',
  'allowCustomerDataChange',
  'accountName',
  'bankCity',
  'emailAddress',
];

describe('a page', () => {
  it('keeps its structure whatever any parameter holds', async () => {
    for (const parameter of parameters) {
      for (const text of wicked) {
        const seen = await visit(await till.link({ accountName: 'Jane', [parameter]: text }));
        expectSound(seen);
      }
    }
  });

  it('has the same structure for any name of a customer, at each of its steps', async () => {
    const link = (accountName: string) =>
      till.link({ accountName, paymentMethodCode: 'BANK_TRANSFER', allowCustomerDataChange: 'true' });
    const details = await visit(await link('Jane Roe'));
    const confirm = await press(details, 'Continue');
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        fc.pre(text.trim() !== '');
        const other = await visit(await link(text));
        expect(skeletonOf(other.html)).toEqual(skeletonOf(details.html));
        expect(skeletonOf((await press(other, 'Continue')).html)).toEqual(skeletonOf(confirm.html));
      }),
      { numRuns: 30 },
    );
  });

  it('returns exactly what was typed', async () => {
    const details = await visit(
      await till.link({ paymentMethodCode: 'CARD', emailAddress: 'x', allowCustomerDataChange: 'true' }),
    );
    for (const text of wicked.slice(0, 6)) {
      const again = await press(details, 'Continue', { 'typed-accountName': text });
      expect(entriesOf(again)).toMatchObject({ 'typed-accountName': text });
    }
  });

  it('carries the amount exactly, from the address to the wire', async () => {
    let order = 0;
    await fc.assert(
      fc.asyncProperty(amounts, async (amount) => {
        order += 1;
        const idPayin = `exact-${order}`;
        const token = await till.createToken(idPayin, { amount, currencyCode: 'BTC' });
        const given = { idPayin, token, amount, currencyCode: 'BTC', emailAddress: 'jane@example.com' };
        const confirm = await visit(await till.link({ ...given, paymentMethodCode: 'CRYPTO' }));
        await press(confirm, headingOf(confirm).replace(/ to M1$/, ''));
        const [body = ''] = till.book().flatMap((entry) => (entry.id === idPayin ? [entry.body] : []));
        expect(body).toContain(`{"paymentRequested":{"money":{"amount":${amount},"currencyCode":"BTC"}}`);
      }),
      { numRuns: 40 },
    );
  });

  it('shows the token only in hidden fields of its forms', async () => {
    const token = await till.createToken('hidden-1', null);
    const given = { idPayin: 'hidden-1', token, accountName: 'Jane', paymentMethodCode: 'BANK_TRANSFER' };
    const confirm = await visit(await till.link(given));
    const state = await press(confirm, 'Pay 12.50 EUR');
    for (const { html: text } of [confirm, state]) {
      expect(text).toContain(`<input type="hidden" name="token" value="${token}" />`);
      expect(text.replaceAll(/<input type="hidden"[^>]*>/g, '')).not.toContain(token);
    }
  });

  it('is served under a policy that denies everything by default, without caching or a referrer', async () => {
    const token = await till.createToken();
    const { paymentPageUrl } = till.sandbox;
    for (const path of [
      '/',
      '/status',
      '/style.css',
      '/elsewhere',
      `/status?idPayin=a&token=${token}&currencyCode=EUR`,
    ]) {
      const { headers } = await fetch(`${paymentPageUrl}${path}`);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'self'; form-action 'self';/,
      );
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe|script-src|\*|data:/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-frame-options')).toBe('DENY');
    }
  });

  it('leads only to http and https addresses, and names the host', async () => {
    const seen = await visit(
      await till.link({ returnUrl: 'https://user:word@evil.example\\@shop.example/' }),
    );
    const shown = /class="host">([^<]*)</.exec(seen.html)?.[1];
    expect(shown).toBe('evil.example');
    for (const address of [
      'javascript:alert(1)',
      'data:text/html,a',
      '//shop.example',
      ' https://shop.example',
    ])
      expect(returnLink(address, 'button').text).toBe('');
  });
});

/** Nothing but our own tags and attributes is in the page, and none of them acts. */
function expectSound({ html: text }: Seen): void {
  const skeleton = skeletonOf(text);
  expect(skeleton).not.toBe(null);
  for (const tag of skeleton ?? [])
    expect(tag).not.toMatch(/^(?:script|style|img|iframe|svg|object|base)\b| on| style/);
  for (const [, address = ''] of text.matchAll(/(?:href|src|action)="([^"]*)"/g))
    expect(address).toMatch(/^(?:https?:\/\/|\/[a-z.]+$|$)/i);
}
