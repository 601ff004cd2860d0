/**
 * Version 41: finds accepted payments of which the gateway has not said for more than a day what became of them, so that what needs a
 * person is listed quickly. With the time of acceptance, so that none of them is read for it.
 */
export const unanswered = `
CREATE INDEX livesUnanswered ON lives (paymentId, updatedAt)
  WHERE state = 'accepted' AND problemCode = 'couldNotAskForLong';
`;
