/**
 * Version 42: a payin or top-up that others create, and that was given up, goes on as accepted or in conflict once the gateway has it after
 * all. What Bursar sends stays cancelled.
 */
export const foundAfterAll = `
DROP TRIGGER livesEndOnce;
CREATE TRIGGER livesEndOnce BEFORE UPDATE OF state ON lives
WHEN OLD.state = 'paid' AND NEW.state <> OLD.state
  OR OLD.state = 'cancelled' AND NEW.state <> OLD.state AND NOT (NEW.state IN ('accepted', 'conflict')
    AND EXISTS (SELECT 1 FROM incoming WHERE batchNumber = NEW.paymentId / 2097152 AND origin <> 'created'))
  OR OLD.state IN ('failed', 'rejected', 'outside', 'conflict') AND NEW.state IN ('queued', 'sending', 'unknown', 'cancelled')
BEGIN SELECT RAISE(ABORT, 'what has ended is never sent again'); END;
`;
