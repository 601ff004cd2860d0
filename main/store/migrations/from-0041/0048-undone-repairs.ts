/**
 * Version 48: a payout counts as handled only while a released retry of its row is not cancelled, and a retry that ended unpaid counts as
 * handled once its payout is retried again. `repairs` pairs each retry with the failed and rejected payouts for the same row that it
 * replaces: the one that it names, and earlier retries that name the same one.
 */
export const undoneRepairs = `
CREATE VIEW repairs AS
  SELECT repair.paymentId AS repairId, made.state AS repairState, repaired.paymentId AS paymentId
    FROM payments AS repair JOIN lives AS made ON made.paymentId = repair.paymentId
      JOIN payments AS repaired
        ON repaired.idPayment = repair.retryOf AND repaired.kind = repair.kind AND repaired.profileNumber = repair.profileNumber
      JOIN lives AS ended ON ended.paymentId = repaired.paymentId
    WHERE repair.retryOf IS NOT NULL AND ended.state IN ('failed', 'rejected')
  UNION ALL
  SELECT repair.paymentId, made.state, earlier.paymentId
    FROM payments AS repair JOIN lives AS made ON made.paymentId = repair.paymentId
      JOIN payments AS earlier
        ON earlier.retryOf = repair.retryOf AND earlier.kind = repair.kind AND earlier.profileNumber = repair.profileNumber
          AND earlier.paymentId < repair.paymentId
      JOIN lives AS ended ON ended.paymentId = earlier.paymentId
    WHERE repair.retryOf IS NOT NULL AND earlier.retryOf IS NOT NULL AND ended.state IN ('failed', 'rejected');

DROP TRIGGER livesThatRepair;
CREATE TRIGGER livesThatRepair AFTER INSERT ON lives
WHEN NEW.state <> 'cancelled' AND (SELECT retryOf FROM payments WHERE paymentId = NEW.paymentId) IS NOT NULL
BEGIN
  INSERT INTO repairedPayments SELECT paymentId FROM repairs WHERE repairId = NEW.paymentId
    AND NOT EXISTS (SELECT 1 FROM repairedPayments AS known WHERE known.paymentId = repairs.paymentId);
END;
CREATE TRIGGER livesThatRepairNoMore AFTER UPDATE OF state ON lives
WHEN NEW.state = 'cancelled' AND OLD.state <> 'cancelled'
  AND (SELECT retryOf FROM payments WHERE paymentId = NEW.paymentId) IS NOT NULL
BEGIN
  DELETE FROM repairedPayments WHERE paymentId IN (SELECT paymentId FROM repairs WHERE repairId = NEW.paymentId)
    AND NOT EXISTS (SELECT 1 FROM repairs WHERE repairs.paymentId = repairedPayments.paymentId AND repairState <> 'cancelled');
END;
CREATE TRIGGER undoneRepairsAreOpen AFTER DELETE ON repairedPayments
BEGIN
  UPDATE handledCounts SET count = count - 1 WHERE batchNumber = OLD.paymentId / 2097152 AND count > 0
    AND EXISTS (SELECT 1 FROM lives WHERE lives.paymentId = OLD.paymentId AND lives.state IN ('failed', 'rejected')
      AND lives.state = handledCounts.state AND lives.updatedAt > handledCounts.seenAt);
END;

DELETE FROM repairedPayments WHERE EXISTS (SELECT 1 FROM repairs WHERE repairs.paymentId = repairedPayments.paymentId)
  AND NOT EXISTS (SELECT 1 FROM repairs WHERE repairs.paymentId = repairedPayments.paymentId AND repairState <> 'cancelled');
INSERT INTO repairedPayments SELECT DISTINCT paymentId FROM repairs WHERE repairState <> 'cancelled'
  AND NOT EXISTS (SELECT 1 FROM repairedPayments AS known WHERE known.paymentId = repairs.paymentId);
`;
