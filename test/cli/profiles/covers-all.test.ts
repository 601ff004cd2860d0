import { expect, it } from 'vitest';
import { findCommand } from '../../../main/faces/cli/command-line.ts';
import type { Session } from '../../../main/faces/cli/command.ts';
import { expectProfile } from '../../../main/faces/cli/session.ts';

/** A session with these profiles that answers nothing else. */
function sessionWith(...names: string[]): Session {
  const call = (name: string) =>
    name === 'profiles.list'
      ? Promise.resolve(names.map((each) => ({ name: each })))
      : name === 'batches.summary'
        ? Promise.resolve({ profileName: names[0] })
        : Promise.reject(new Error(`${name} was called`));
  return { call } as unknown as Session;
}

it.each(['resume', 'run-due'])('%s refuses --profile if it would continue others too', async (words) => {
  const command = findCommand(words.split(' '));
  if (command === null) throw new Error(`no command ${words}`);
  const one = { command, arguments: [], options: { profile: 'one' } };
  await expect(expectProfile(sessionWith('one', 'two'), one)).rejects.toThrow('covers all profiles');
  await expectProfile(sessionWith('one'), one);
  await expectProfile(sessionWith('one', 'two'), { ...one, options: { profile: 'one', batch: 'b' } });
});

it('release refuses --profile if the batch has another one', async () => {
  const command = findCommand(['release', 'b']);
  if (command === null) throw new Error('no command release');
  const other = { command, arguments: ['b'], options: { profile: 'two' } };
  await expect(expectProfile(sessionWith('one', 'two'), other)).rejects.toThrow('belongs to profile one');
  await expectProfile(sessionWith('one', 'two'), { ...other, options: { profile: 'one' } });
});
