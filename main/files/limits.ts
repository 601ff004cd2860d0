/** The most payouts in one file. */
export const largestRows = 100_000;

/** The most columns of a file, including ignored ones. */
export const largestColumns = 200;

/** The longest record of a file; a longer one almost always has a quote that is never closed. */
export const largestRecordBytes = 64 * 1024;

/** The most lines of a file, including blank ones: more than any spreadsheet can have. */
export const largestLines = 1_200_000;

/** How much of a file is read between two turns of the process: far less than 10 ms of work. */
export const sliceBytes = 16 * 1024;

/** The same in lines: csv-parse takes ten times longer for a record whose width differs from the previous one. */
export const sliceLines = 128;

/** The most problems of one file that are reported individually; the rest is counted. */
export const largestKeptProblems = 1_000;

/** How much of a value found in a file is shown in a problem. */
export const largestShownCharacters = 120;
