/**
 * Version 15: what is wrong with a payment is a code of a closed list with its parameters (`problemParameters`, JSON), put into words
 * where it is shown. `problemMessage` stays for payments that an older Bursar wrote: the hash of their last event covers it. The words
 * of callback deliveries and of the steps of sheets are covered by nothing, so they become `other` here.
 */
export const causes = `
ALTER TABLE lives ADD COLUMN problemParameters TEXT;
ALTER TABLE callbackDeliveries RENAME COLUMN message TO problem;
UPDATE callbackDeliveries SET problem = json_object('code', 'other', 'text', problem) WHERE problem IS NOT NULL;
UPDATE sheetSteps SET label = json_object('code', 'other', 'text', label);
`;
