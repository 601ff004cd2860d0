/**
 * Version 53: payments that a person marked as not accepted are asked about again like failed ones. Earlier ones are due at once, if they are not
 * older than that schedule is long. Other rejected payments have no due time, and are in none of these indexes.
 */
export const notAcceptedAskedAgain = `
DROP INDEX livesThatAreDue;
DROP INDEX firstLivesThatAreDue;
DROP INDEX rechecks;
DROP TRIGGER livesToRecheck;
UPDATE lives SET dueAt = updatedAt, polls = 0,
    recheckProfile = (SELECT profileNumber FROM batches WHERE batchNumber = lives.paymentId / 2097152)
  WHERE state IN ('queued', 'sending', 'unknown', 'failed', 'rejected', 'conflict', 'outside') AND state = 'rejected'
    AND problemCode = 'notAccepted' AND updatedAt > (unixepoch() - 90 * 86400) * 1000;
CREATE INDEX livesThatAreDue ON lives (paymentId / 2097152, dueAt)
  WHERE dueAt IS NOT NULL AND state NOT IN ('failed', 'conflict', 'rejected');
CREATE INDEX firstLivesThatAreDue ON lives (dueAt)
  WHERE dueAt IS NOT NULL AND state NOT IN ('failed', 'conflict', 'rejected') AND paymentId % 2097152 = 1;
CREATE INDEX rechecks ON lives (recheckProfile, dueAt)
  WHERE dueAt IS NOT NULL AND state IN ('failed', 'conflict', 'rejected');
CREATE TRIGGER livesToRecheck AFTER UPDATE OF state ON lives
  WHEN NEW.state IN ('failed', 'conflict', 'rejected') AND NEW.dueAt IS NOT NULL AND NEW.recheckProfile IS NULL
BEGIN
  UPDATE lives SET recheckProfile = (SELECT profileNumber FROM batches WHERE batchNumber = NEW.paymentId / 2097152)
    WHERE paymentId = NEW.paymentId;
END;
`;
