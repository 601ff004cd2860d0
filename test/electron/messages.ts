import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { callChannel } from '../../contract/window/bridge.ts';
import { operations } from '../../contract/operations.ts';
import type { RunningApp } from './start-app.ts';

const ourFrame = { url: 'app://bursar/', parent: null };
const refused = { ok: false, error: { code: 'inputInvalid' } };
const aCall = { name: 'profiles.list', input: {}, callId: null };

/** The tests of what a page may say to the program, with the app of a test file. */
export function describeMessages(running: () => RunningApp): void {
  /** What the program answers to a message, with a sender of any kind. */
  const asSender = (
    senderFrame: object | null,
    message: unknown,
    sender: object = running().window().webContents,
  ) => running().world.ipc.invoke(callChannel, { sender, senderFrame }, message);

  describe('messages to the program', () => {
    it('are accepted from the main frame of our own page', async () => {
      expect(await asSender(ourFrame, aCall)).toMatchObject({ ok: true });
      expect(await asSender({ url: 'app://bursar/#/payouts', parent: null }, aCall)).toMatchObject({
        ok: true,
      });
    });

    it.each([
      ['a frame that is gone', null],
      ['an empty address', { url: '', parent: null }],
      ['a blank page', { url: 'about:blank', parent: null }],
      ['a frame inside our page', { url: 'app://bursar/', parent: {} }],
      ['another page', { url: 'https://evil.example/', parent: null }],
      ['another host of our scheme', { url: 'app://evil/', parent: null }],
      ['a name before our host', { url: 'app://bursar:x@bursar/', parent: null }],
      ['another file of ours', { url: 'app://bursar/assets/x.js', parent: null }],
      ['an address that only begins like ours', { url: 'app://bursar.evil.example/', parent: null }],
      ['text in the address', { url: 'data:text/html,app://bursar/', parent: null }],
    ])('are refused from %s', async (_words, frame) => {
      expect(await asSender(frame, aCall)).toMatchObject(refused);
    });

    it('are refused from another window', async () => {
      expect(await asSender(ourFrame, aCall, { id: -1 })).toMatchObject(refused);
    });

    it('pass through one channel', () => {
      expect([...running().world.ipc.handlers.keys()]).toEqual([callChannel]);
    });

    it('are refused unless they name an operation of the contract', async () => {
      for (const name of ['', 'x', 'profiles', 'toString', '__proto__', 'constructor', 'host.', 'host.quit'])
        expect(await running().call(name, {}), name).toMatchObject(refused);
    });

    it('I5: cannot ask for a token in any way: that operation is as unknown as any other name', async () => {
      const input = { operations: ['POST /payouts/.*'], validitySeconds: 60 };
      const answer = await running().call('tokens.create', input);
      const unknown = await running().call('tokens.creates', input);
      expect(answer).toMatchObject(refused);
      expect(Reflect.get(Object(answer), 'error').message).toBe('There is no operation tokens.create.');
      expect(Reflect.get(Object(unknown), 'error').message).toBe('There is no operation tokens.creates.');
    });

    it('of any other shape are refused and break nothing', async () => {
      const odd = [
        null,
        1,
        '',
        [],
        {},
        { name: 1 },
        { ...aCall, more: 1 },
        { ...aCall, callId: '../x' },
        { ...aCall, name: 'x'.repeat(1e6) },
      ];
      for (const message of odd) expect(await asSender(ourFrame, message)).toMatchObject(refused);
    });

    it('with invalid input are refused by each operation', async () => {
      const inputs = [null, 7, 'text', [], { unexpected: true }, { batchId: { $ne: '' } }, { path: 1 }];
      for (const name of Object.keys(operations))
        for (const input of inputs) {
          const answer = await asSender(ourFrame, { name, input, callId: null });
          expect(answer, `${name} ${JSON.stringify(input)}`).toMatchObject({ ok: false });
          expect(Reflect.get(Object(answer), 'error').code, name).toBe('inputInvalid');
        }
    });

    it('that read or write files are served only if the person chose the file', async () => {
      const key = { kind: 'import', path: '/etc/shadow', passphrase: null };
      const profile = {
        name: 'x',
        environment: 'sandbox',
        baseUrl: 'http://127.0.0.1:9',
        merchantCode: 'M',
        callbackUrl: 'http://127.0.0.1:9/c',
      };
      for (const [name, input] of [
        ['profiles.add', { ...profile, key }],
        ['profiles.replaceKey', { name: 'x', key }],
        ['data.backup', { path: `${running().directory}/../stolen` }],
        ['host.restoreBackup', { path: '/tmp/evil', windowId: 'here' }],
      ] as const) {
        const answer = await running().call(name, input);
        expect(answer, name).toMatchObject(refused);
        expect(Reflect.get(Object(answer), 'error').message).toContain('dialog');
      }
    });

    it('use a chosen place only for what its dialog said', async () => {
      const place = path.join(running().directory, 'november.csv');
      running().world.chosenFile = place;
      const choose = (purpose: string) =>
        running().call('host.choosePlace', { suggestedName: 'november.csv', purpose });
      await choose('witness');
      expect(await running().call('data.backup', { path: place })).toMatchObject(refused);
      await choose('backup');
      expect(await running().call('data.backup', { path: place })).toMatchObject({ ok: true });
      const title = 'Back up all data of Bursar to this file';
      expect(running().world.fileQuestions.at(-1)).toMatchObject({ title, message: title });
      running().world.chosenFile = `${place}.backup`;
      await choose('backup');
      expect(
        await running().call('settings.change', { witnessFile: running().world.chosenFile }),
      ).toMatchObject(refused);
    });
  });
}
