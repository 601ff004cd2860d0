/**
 * Version 26: releases for later. `scheduledFor` is when a draft is to be released, `scheduleError` (a code) why a person has to decide
 * first; what was confirmed is in the event of the schedule. `lostSchedules` names those that ended because the rows of their draft
 * changed, until a person has seen it.
 */
export const schedules = `
ALTER TABLE batches ADD COLUMN scheduledFor INTEGER;
ALTER TABLE batches ADD COLUMN scheduleError TEXT;
CREATE INDEX scheduledBatches ON batches (scheduledFor) WHERE scheduledFor IS NOT NULL;
CREATE TABLE lostSchedules (
  lostNumber INTEGER PRIMARY KEY,
  profileNumber INTEGER NOT NULL REFERENCES profiles,
  fileName TEXT NOT NULL,
  scheduledFor INTEGER NOT NULL
) STRICT;
`;
