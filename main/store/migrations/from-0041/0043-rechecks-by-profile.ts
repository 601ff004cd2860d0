/**
 * Version 43: failed payments are asked about again profile by profile, so that those of a profile that cannot be asked, or was removed,
 * neither keep those of another waiting nor are read past.
 */
export const rechecksByProfile = `
ALTER TABLE lives ADD COLUMN recheckProfile INTEGER;
UPDATE lives SET recheckProfile = (SELECT profileNumber FROM batches WHERE batchNumber = lives.paymentId / 2097152) WHERE state = 'failed';
DROP INDEX rechecks;
CREATE INDEX rechecks ON lives (recheckProfile, dueAt) WHERE dueAt IS NOT NULL AND state = 'failed';
CREATE TRIGGER livesToRecheck AFTER UPDATE OF state ON lives WHEN NEW.state = 'failed' AND NEW.recheckProfile IS NULL
BEGIN
  UPDATE lives SET recheckProfile = (SELECT profileNumber FROM batches WHERE batchNumber = NEW.paymentId / 2097152)
    WHERE paymentId = NEW.paymentId;
END;
`;
