import path from 'node:path';
import { restoredNotes } from '../../../../contract/text/maintenance/restored-text.ts';
import { sizeText } from '../../../../contract/text/numbers.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { CommandFailed } from '../failures.ts';
import { confirmChanges } from '../terminal/confirm.ts';
import { printChecks } from '../terminal/print-checks.ts';

export const maintenanceCommands: readonly Command[] = [
  {
    name: 'doctor',
    options: { rebuild: 'flag' },
    usage: 'doctor [--rebuild]',
    summary: 'check data folder, keychain, profiles and derived data; --rebuild rebuilds derived data first',
    run: ({ withBursar, options, output }) =>
      withBursar(async ({ call }) => {
        if (options['rebuild'] === true) await call('data.rebuild', {});
        const checks = await call('doctor.run', {});
        return printChecks(output, checks) ? exitCodes.done : exitCodes.fault;
      }),
  },
  {
    name: 'backup',
    arguments: [{ name: 'FILE' }],
    summary: 'back up the database and check the copy',
    run: ({ withBursar, output, arguments: [file = ''] }) =>
      withBursar(async ({ call }) => {
        const made = await call('data.backup', { path: path.resolve(file) });
        output.json(made);
        output.print(`Backup saved to ${made.path} (${sizeText(made.bytes)}, checked).`);
      }),
  },
  {
    name: 'restore',
    arguments: [{ name: 'FILE' }],
    options: { yes: 'flag' },
    usage: 'restore FILE [--yes]',
    summary: 'restore a backup; unfinished payments are unknown until `bursar resume` checks them',
    run: async (context) => {
      const { directory, output, host } = context;
      const [file = ''] = context.arguments;
      const backupPath = path.resolve(file);
      const { restoreBackup } = await import('../../../compose.ts');
      const restored = await restoreBackup({
        directory,
        backupPath,
        at: Date.now(),
        environment: host.env,
        confirm: () => confirmChanges(context, [{ kind: 'restore', path: backupPath }]),
      });
      if (!restored.ok) throw new CommandFailed(restored.error);
      output.json(restored.value);
      output.print(
        [
          'The backup is restored. Now run `bursar resume`.',
          ...restoredNotes(restored.value),
          'Limits and other settings are as they were in the backup: check them with `bursar settings`.',
        ].join('\n'),
      );
      return exitCodes.done;
    },
  },
];
