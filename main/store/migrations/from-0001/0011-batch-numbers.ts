/**
 * Version 11: a batch number is given out once. A draft that was taken back used to leave its number to the next batch while the
 * history still mentioned it. Where any draft was ever taken back, the index of the history is built again from the start
 * (`sequence` -1), since it may mention payments that are gone.
 */
export const batchNumbers = `
CREATE TABLE batchNumbers (one INTEGER PRIMARY KEY CHECK (one = 1), lastNumber INTEGER NOT NULL) STRICT;
INSERT INTO batchNumbers SELECT 1, max(
  coalesce((SELECT max(batchNumber) FROM batches), 0),
  coalesce((SELECT max(entityId) FROM events INDEXED BY eventsOfBatch WHERE entity = 'batch'), 0),
  coalesce((SELECT max(paymentId) / 2097152 FROM history), 0));
CREATE TRIGGER batchNumbersRise BEFORE UPDATE ON batchNumbers WHEN NEW.lastNumber <= OLD.lastNumber
BEGIN SELECT RAISE(ABORT, 'a batch number is given out once'); END;
CREATE TRIGGER batchNumbersStay BEFORE DELETE ON batchNumbers
BEGIN SELECT RAISE(ABORT, 'the last batch number stays'); END;
CREATE TRIGGER batchesAreNumberedOnce AFTER INSERT ON batches
BEGIN UPDATE batchNumbers SET lastNumber = NEW.batchNumber; END;

UPDATE historyProgress SET sequence = -1, rowNumber = 0
  WHERE EXISTS (SELECT 1 FROM events INDEXED BY eventsOfBatch WHERE entity = 'batch' AND toState = 'importing');
`;
