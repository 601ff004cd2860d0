/** What to do about a file over `largestFileBytes`, after its name. */
export const tooLargeToImport =
  'is larger than 64 MiB. Split it into several files and import them one by one.';
