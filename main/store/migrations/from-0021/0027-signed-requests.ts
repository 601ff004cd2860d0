/**
 * Version 27: requests for approvals as they were signed: they prove who prepared a batch, and are in its evidence.
 */
export const signedRequests = `
CREATE TABLE signedRequests (
  hash TEXT PRIMARY KEY,
  content TEXT NOT NULL
) STRICT;
CREATE TRIGGER signedRequestsNeverChange BEFORE UPDATE ON signedRequests
BEGIN SELECT RAISE(ABORT, 'a signed request never changes'); END;
CREATE TRIGGER signedRequestsStay BEFORE DELETE ON signedRequests
BEGIN SELECT RAISE(ABORT, 'a signed request stays'); END;
`;
