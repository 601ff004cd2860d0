/**
 * Version 39: a payment in conflict whose money the gateway has corrected goes on as accepted, or as one made outside this history. It is
 * never sent again, like everything that has ended.
 */
export const mendedConflicts = `
DROP TRIGGER livesEndOnce;
CREATE TRIGGER livesEndOnce BEFORE UPDATE OF state ON lives
WHEN OLD.state IN ('paid', 'cancelled') AND NEW.state <> OLD.state
  OR OLD.state IN ('failed', 'rejected', 'outside', 'conflict') AND NEW.state IN ('queued', 'sending', 'unknown', 'cancelled')
BEGIN SELECT RAISE(ABORT, 'what has ended is never sent again'); END;
`;
