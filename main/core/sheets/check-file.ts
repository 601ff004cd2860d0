import type { BatchFindings } from '../../../contract/batches/batch-findings.ts';
import type { AppError } from '../../../contract/errors.ts';
import type { ParsedInput } from '../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { findInDraft } from '../batches/check/find-in-draft.ts';
import { withRowsOnTrial } from '../batches/draft.ts';
import type { CoreContext } from '../context/context.ts';
import { chooseProfile } from '../context/subject.ts';
import { draftOfFile, hashesOf, readRows, sourceOf } from './import.ts';

/** Errors in the file that a person can correct in it; other errors fail the check. */
const inFile: ReadonlySet<AppError['code']> = new Set(['fileHasErrors', 'fileAmbiguous', 'orderIdUsed']);

/** Checks a file without keeping any of it (operation `batches.checkFile`); if a draft was made of it before, that draft is checked instead. */
export async function checkFile(
  context: CoreContext,
  input: ParsedInput<'batches.checkFile'>,
  signal: AbortSignal,
): Promise<Result<BatchFindings>> {
  const { store } = context;
  const profile = chooseProfile(store, input.profileName);
  if (!profile.ok) return profile;
  const hashes = await hashesOf(context, profile.value, input);
  const draft = draftOfFile(store, profile.value, hashes);
  if (draft !== undefined) return findInDraft(context, { batch: draft, profile: profile.value }, signal);
  let lines: readonly number[] = [];
  const file = await readRows(context, profile.value, input, (read) => (lines = read));
  if (!file.ok) return inFile.has(file.error.code) ? succeed(problemsOfFile(file.error, lines)) : file;
  if (signal.aborted) return fail('stopped', 'The check was stopped. Nothing was saved.');
  const source = sourceOf(profile.value, input, hashes, file.value);
  return withRowsOnTrial(context, source, file.value.rows, (batch) =>
    findInDraft(context, { batch, profile: profile.value }, signal),
  );
}

/** The problems of a file by row; `lines[i]` is the line of row i + 1. */
function problemsOfFile({ details }: AppError, lines: readonly number[]): BatchFindings {
  const rowOfLine = new Map(lines.map((line, index) => [line, index + 1]));
  const { problems = [], problemsLeftOut = 0, source = null } = details;
  return {
    rows: lines.length,
    totals: [],
    comparison: null,
    source,
    problems: problems.flatMap((problem) =>
      'fault' in problem
        ? [
            {
              row: problem.line === undefined ? null : (rowOfLine.get(problem.line) ?? null),
              column: problem.field ?? null,
              fault: problem.fault,
            },
          ]
        : [],
    ),
    findings: [],
    hasMore: problemsLeftOut > 0,
  };
}
