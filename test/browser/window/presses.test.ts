import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { runCli } from '../../kit/run-cli.ts';
import { SeededRandom } from '../../simulation/seeded-random.ts';
import { keepPictureOnFailure } from '../kit/on-failure.ts';
import { newFolder, openApp } from '../kit/open-app.ts';
import { bringFile, heading, trySandbox } from '../kit/steps.ts';
import { troubledRows } from '../scenes/samples.ts';

/** `BURSAR_PRESSES=N`: this many seeds with more steps each, from `BURSAR_SEED`. */
const more = Number(process.env['BURSAR_PRESSES'] ?? 0);
const firstSeed = Number(process.env['BURSAR_SEED'] ?? 1);
const seeds = more === 0 ? [1] : Array.from({ length: more }, (_, index) => firstSeed + index);
const steps = more === 0 ? 60 : 500;
/** React's warnings need a page that is built for them, and is slower. */
const hasWarnings = more > 0;

const toPress =
  'button, a[href], input:not([type=file]), textarea, summary, [role=button], [role=tab], [role=menuitem], [role=checkbox], [role=switch], [role=option], [role=combobox], [role=gridcell], [role=row]';
const keys =
  'Escape Enter Tab Shift+Tab ArrowDown ArrowUp ArrowLeft ArrowRight / ? Control+k Control+Enter Control+z Control+y F8 F2 Delete Backspace Space Home End PageDown Insert Control+a Control+c Control+v Control+d Control+f g n'.split(
    ' ',
  );
const texts = [
  ...'1 12.50 EUR Élodie -5 1e9 =1+1 DE89370400440532013000 2026-11-30 <b>x</b> 😀 1,234.5 % SEPA ../.. a@b.co'.split(
    ' ',
  ),
  ' ',
  'x'.repeat(300),
  '99999999999999999999',
];
const screens =
  'overview batches batches/new payouts payees treasury treasury/statement treasury/books treasury/flows treasury/balances receive receive/payin/new receive/links/new reference activity approvals settings settings/you guide nowhere batches/1 payees/1 payouts/1'.split(
    ' ',
  );
const sizes = [
  { width: 853, height: 533 },
  { width: 1024, height: 700 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

type Place = { readonly x: number; readonly y: number; readonly role: string; readonly name: string };

/** Runs in the page: where a person can press something that is in view. */
function placesToPress(selector: string): Place[] {
  const { document, innerWidth, innerHeight } = Object(globalThis);
  const found: Place[] = [];
  for (const element of document.querySelectorAll(selector)) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const isInView = width > 1 && height > 1 && x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight;
    const hit = isInView ? document.elementFromPoint(x, y) : null;
    if (hit === null || !(element.contains(hit) || hit.contains(element))) continue;
    const role = element.getAttribute('role') ?? element.tagName;
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40);
    found.push({ x, y, role, name });
  }
  return found;
}

/** Does one thing that a person could do; says what. */
async function step(page: Page, random: SeededRandom): Promise<string> {
  const kind = random.fraction();
  if (kind < 0.62) {
    const places = await page.evaluate(placesToPress, toPress);
    if (places.length === 0) return 'nothing to press';
    // Of each kind as often, since a list has many rows.
    const role = random.pick([...new Set(places.map((place) => place.role))]);
    const { x, y, name } = random.pick(places.filter((place) => place.role === role));
    const clickCount = random.chance(0.12) ? 2 : 1;
    await page.mouse.click(x, y, { clickCount });
    return `${clickCount === 2 ? 'double click' : 'click'} ${role} “${name}”`;
  }
  if (kind < 0.78) {
    const key = random.pick(keys);
    await page.keyboard.press(key);
    return key;
  }
  if (kind < 0.9) {
    const text = random.pick(texts);
    await page.keyboard.insertText(text);
    return `“${text.slice(0, 20)}”`;
  }
  if (kind < 0.95) {
    const screen = random.pick(screens);
    await page.evaluate((to) => void (Object(globalThis).location.hash = `/${to}`), screen);
    return `to ${screen}`;
  }
  if (kind < 0.975) {
    const size = random.pick(sizes);
    await page.setViewportSize(size);
    return `${size.width} wide`;
  }
  if (kind < 0.985) {
    await page.reload();
    return 'reload';
  }
  await page.mouse.wheel(0, random.below(2000) - 1000);
  return 'wheel';
}

/** What no screen may show. */
const broken = /undefined|\bNaN\b|\[object|Invalid Date|had an internal error|\bInfinity\b/;

/** Runs in the page: what it shows, and by how much it is larger than the window. */
function shown(): { text: string; beyond: number[] } {
  const { document } = Object(globalThis);
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
  return {
    text: document.body.innerText,
    beyond: [scrollWidth - clientWidth, scrollHeight - clientHeight],
  };
}

for (const seed of seeds)
  it(`presses what is there, and types, without a fault of the page or a broken screen, and the records stay right (seed ${seed})`, async () => {
    const random = new SeededRandom(seed);
    const dataDirectory = newFolder();
    const app = await openApp(dataDirectory, { isConfirming: true, hasWarnings });
    const { page } = app;
    keepPictureOnFailure(() => page, `presses-${seed}`);
    const done: string[] = [];
    const lately = (): string => `seed ${seed}, step ${done.length}: ${done.slice(-10).join(', then ')}`;
    try {
      await trySandbox(page);
      await bringFile(page, troubledRows);
      await heading(page, 'expenses.csv').waitFor();
      while (done.length < steps) {
        done.push(await step(page, random));
        // A person looks at some of what comes, and is faster than some.
        if (random.chance(0.5)) await page.locator('h1').first().waitFor({ state: 'attached' });
        const { text, beyond } = await page.evaluate(shown);
        expect(app.faults, lately()).toEqual([]);
        expect(broken.exec(text)?.[0], `${lately()}: ${text}`).toBeUndefined();
        if (beyond.some((pixels) => pixels > 0))
          await expect
            .poll(async () => (await page.evaluate(shown)).beyond, { message: lately() })
            .toEqual([0, 0]);
      }
    } finally {
      await app.close();
    }
    const audit = await runCli(['audit', 'verify', '--data-dir', dataDirectory]);
    expect(audit.exitCode, `${lately()}: ${audit.stdout}${audit.stderr}`).toBe(0);
    const doctor = await runCli(['doctor', '--data-dir', dataDirectory]);
    expect(doctor.exitCode, `${lately()}: ${doctor.stdout}${doctor.stderr}`).toBe(0);
  }, 240_000);
