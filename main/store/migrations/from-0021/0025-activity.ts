/**
 * Version 25: an event says who it is recorded of (`actor`, JSON, covered by its hash), settings have events too, and the log is found
 * by person, kind and time. `events` is written anew once more, without the CHECK of its entities, so that a further one needs no such
 * step. `kind` is the code of the cause, or the text that an older Bursar wrote. The kinds that each payment has are not indexed: a
 * walk through the log finds them at once. `eventHours` has a row wherever the hour differs from that of the event before, so that
 * each time is found even where the clock was set back. The name that a person signs under gets a name of its own among the settings.
 */
export const activity = `
CREATE TABLE newEvents (
  sequence INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  entity TEXT NOT NULL,
  entityId INTEGER NOT NULL,
  fromState TEXT,
  toState TEXT,
  cause TEXT NOT NULL,
  detail TEXT,
  facts TEXT,
  hash BLOB NOT NULL,
  actor TEXT,
  kind TEXT AS (CASE WHEN json_valid(cause) THEN cause ->> '$.code' ELSE cause END) VIRTUAL
) STRICT;
INSERT INTO newEvents (sequence, at, entity, entityId, fromState, toState, cause, detail, facts, hash)
  SELECT sequence, at, entity, entityId, fromState, toState, cause, detail, facts, hash FROM events ORDER BY sequence;
DROP TABLE events;
ALTER TABLE newEvents RENAME TO events;
CREATE INDEX eventsOfPayment ON events (entityId) WHERE entity = 'payment';
CREATE INDEX eventsOfBatch ON events (entityId) WHERE entity = 'batch';
CREATE INDEX eventsOfProfile ON events (entityId) WHERE entity = 'profile';
CREATE INDEX eventsOfPayee ON events (entityId) WHERE entity = 'payee';
CREATE INDEX eventsOfControls ON events (entityId) WHERE entity = 'controls';
CREATE INDEX eventsBesidePayments ON events (entity) WHERE entity <> 'payment';
CREATE INDEX eventsOfActors ON events (actor, entity) WHERE actor IS NOT NULL;
CREATE INDEX eventsOfRareKinds ON events (kind) WHERE kind NOT IN ('sent', 'answered', 'asked');
CREATE TRIGGER eventsAreAppended BEFORE INSERT ON events
WHEN NEW.sequence IS NOT coalesce((SELECT max(sequence) FROM events), 0) + 1
BEGIN SELECT RAISE(ABORT, 'events are appended'); END;
CREATE TRIGGER eventsNeverChange BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'an event never changes'); END;
CREATE TRIGGER eventsStay BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'an event stays'); END;

CREATE TABLE eventHours (
  sequence INTEGER PRIMARY KEY,
  hour INTEGER NOT NULL
) STRICT;
CREATE INDEX sequencesOfHours ON eventHours (hour);
INSERT INTO eventHours (sequence, hour)
  SELECT sequence, at / 3600000 FROM (SELECT sequence, at, lag(at) OVER (ORDER BY sequence) AS earlier FROM events)
  WHERE at / 3600000 IS NOT earlier / 3600000;
CREATE TRIGGER eventHoursAreNoted AFTER INSERT ON events
WHEN NEW.at / 3600000 IS NOT (SELECT at / 3600000 FROM events WHERE sequence = NEW.sequence - 1)
BEGIN INSERT OR REPLACE INTO eventHours (sequence, hour) VALUES (NEW.sequence, NEW.at / 3600000); END;

UPDATE settings SET name = 'signingName' WHERE name = 'personName';
`;
