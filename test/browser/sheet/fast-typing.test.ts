import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SeededRandom } from '../../simulation/seeded-random.ts';
import { withConnectedApp } from '../kit/connected-app.ts';
import { header, line, untilShown } from '../kit/payout-rows.ts';
import { answerLate, delaysOf } from '../kit/slow.ts';
import { bringFile, csvFile } from '../kit/steps.ts';

let page: Page;
withConnectedApp('fast-typing', {}, async (opened) => {
  ({ page } = opened);
  await answerLate(page, 0, 0);
  await page.addInitScript(listen);
  await page.reload();
});

/** `BURSAR_TYPING=N`: this many seeds, from `BURSAR_SEED`. */
const more = Number(process.env['BURSAR_TYPING'] ?? 0);
const firstSeed = Number(process.env['BURSAR_SEED'] ?? 1);
const seeds = more === 0 ? [12] : Array.from({ length: more }, (_, index) => firstSeed + index);

const latestMs = 500;
const strokes = 24;
const moves = [
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'Shift+ArrowDown',
  'Shift+ArrowRight',
];
const changes = ['Delete', 'Control+d', 'Control+r', 'Control+z', 'Control+y', 'Insert', 'Control+Delete'];
const endings = ['Enter', 'Tab', 'Shift+Enter', 'Escape', 'ArrowDown', 'ArrowLeft'];

/** The row that is added comes before one that was typed after the last row. */
const intoNewRows = 'Control+End Home ArrowDown "12" Enter "13" Shift+Enter Insert "14" Tab'.split(' ');

/** Runs in the page: `said` is what messages say was not done. */
function listen(): void {
  const world = Object(globalThis);
  world.said = '';
  const { document, MutationObserver } = world;
  new MutationObserver((records: { addedNodes: { textContent: string }[] }[]) => {
    for (const { textContent } of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (/was not used|nothing was changed/.test(textContent)) world.said += textContent;
  }).observe(document, { childList: true, subtree: true });
}

/** Keys as a person who does not wait presses them; `"text"` is typed into a cell. */
function script(random: SeededRandom): string[] {
  const keys = ['Control+Home'];
  for (let typed = 1; keys.length < strokes; typed += 1) {
    const kind = random.fraction();
    if (kind < 0.35) keys.push(random.pick(moves));
    else if (kind < 0.75) keys.push(`"${typed}7"`, random.pick(endings));
    else if (kind < 0.93) keys.push(random.pick(changes));
    else keys.push('Control+c', random.pick(moves), 'Control+v');
  }
  return keys;
}

/** Resolves once nothing is on its way to or from the program, and the sheet saves nothing. */
const settled = (): Promise<void> =>
  page.evaluate(async () => {
    const world = Object(globalThis);
    for (let calm = 0; calm < 4;) {
      await new Promise((resolve) => setTimeout(resolve, 15));
      const isSaving = String(world.document.querySelector('footer')?.textContent).includes('Saving');
      calm = world.underway === 0 && !isSaving ? calm + 1 : 0;
    }
  });

async function type(keys: readonly string[], seed: number, isFast: boolean) {
  const name = `${isFast ? 'fast' : 'slow'}-${seed}.csv`;
  await bringFile(page, csvFile(name, [header, line(1), line(2), line(3), line(4)]));
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00', 'Payee 3 30.00', 'Payee 4 40.00']);
  await settled();
  const answer = (latest: number) =>
    page.evaluate((delays) => void Object.assign(globalThis, delays), delaysOf(latest, seed));
  await page.evaluate(() => void Object.assign(globalThis, { said: '' }));
  await answer(isFast ? latestMs : 0);
  await page.getByRole('grid').focus();
  for (const key of keys) {
    if (key.startsWith('"')) await page.keyboard.type(key.slice(1, -1));
    else await page.keyboard.press(key);
    if (!isFast) await settled();
  }
  await settled();
  await answer(0);
  await settled();
  const rows = await page.getByRole('grid').getByRole('row').allInnerTexts();
  return { rows, said: String(await page.evaluate('said')) };
}

it(
  'ends with the same cells however late the answers of the program are, or says what was not done',
  { timeout: 240_000 + more * 60_000 },
  async () => {
    let compared = 0;
    for (const seed of [0, ...seeds]) {
      const keys = seed === 0 ? intoNewRows : script(new SeededRandom(seed));
      const slowly = await type(keys, seed, false);
      const quickly = await type(keys, seed, true);
      if (slowly.said !== '' || quickly.said !== '') continue;
      compared += 1;
      expect.soft(quickly.rows, `seed ${seed}: ${keys.join(' ')}`).toEqual(slowly.rows);
    }
    expect(compared).toBeGreaterThan(0);
  },
);
