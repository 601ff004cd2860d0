import { minuteText } from '../../../../contract/text/clock.ts';
import { moreFilesText, waitingFileText } from '../../../../contract/text/approvals.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { shownWord, table } from '../terminal/output.ts';

/** The waiting files in the folder that `settings set approvalFolder` names. */
export const approvalFolder: Command = {
  name: 'approval folder',
  summary: 'signed files of other people that wait in the shared folder (settings set approvalFolder)',
  run: ({ withBursar, output }) =>
    withBursar(async ({ call }) => {
      const folder = await call('approvals.folder', {});
      output.json(folder);
      const { path, files, hasMore, problem } = folder;
      if (path === null) {
        output.print(`No shared folder is set. Set one with: bursar settings set approvalFolder '"PATH"'`);
        return exitCodes.done;
      }
      if (problem !== null) output.print(problem);
      if (hasMore) output.print(moreFilesText);
      if (files.length > 0)
        output.print(
          table(
            ['File', 'Changed', 'What'],
            files.map((file) => [shownWord(file.name), minuteText(file.changedAt), waitingFileText(file)]),
          ),
        );
      else if (problem === null) output.print(`Nothing waits in ${path}.`);
      return problem === null ? exitCodes.done : exitCodes.fault;
    }),
};
