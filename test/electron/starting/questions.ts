import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApp, type RunningApp } from '../start-app.ts';

let app: RunningApp;
let press: (words: string) => void;

beforeEach(async () => {
  app = await startApp();
  app.world.answer = () => new Promise<string>((resolve) => (press = resolve));
});
afterEach(() => app.end());

const setFeed = (host: string, callId: string): Promise<unknown> =>
  app.call('settings.change', { updateFeedUrl: `https://${host}/` }, callId);

describe('I5: a question to the person stays the one that they read', () => {
  it('a page that ends its call does not put another question in the place of the first', async () => {
    const first = setFeed('fine.example', 'first');
    await vi.waitUntil(() => app.world.questions.length === 1, 60_000);
    await app.call('host.cancel', { callId: 'first' });
    expect(await setFeed('evil.example', 'second')).toMatchObject({
      ok: false,
      error: { code: 'changeDeclined' },
    });
    press('Change');
    expect(await first).toMatchObject({ ok: true, value: { updateFeedUrl: 'https://fine.example/' } });
    expect(app.world.questions).toHaveLength(1);
  });

  it('no second one of any kind covers it', async () => {
    const first = setFeed('fine.example', 'first');
    await vi.waitUntil(() => app.world.questions.length === 1, 60_000);
    app.world.chosenFile = '/tmp/chosen';
    for (const [name, input] of [
      ['host.openExternal', { url: 'https://evil.example/' }],
      ['host.openExternal', { url: 'mailto:a@b.example?subject=x' }],
      ['host.chooseFile', { purpose: 'key' }],
      ['host.choosePlace', { suggestedName: 'x', purpose: 'backup' }],
      ['host.savePdf', { suggestedName: 'x.pdf' }],
    ] as const) {
      const answer = Reflect.get(Object(await app.call(name, input)), 'value');
      expect(answer, name).toEqual(name === 'host.openExternal' ? { isOpened: false } : null);
    }
    expect(app.world.questions).toHaveLength(1);
    expect(app.world.fileQuestions).toHaveLength(0);
    press('Cancel');
    expect(await first).toMatchObject({ ok: false, error: { code: 'changeDeclined' } });
  });

  it('it is closed when the program ends', async () => {
    const first = setFeed('fine.example', 'first').catch(() => null);
    await vi.waitUntil(() => app.world.questions.length === 1, 60_000);
    await app.end();
    expect(Object(await first)).not.toMatchObject({ ok: true });
  });
});
