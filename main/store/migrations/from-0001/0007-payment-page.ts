/** Version 7: where the hosted payment page of a profile is; null where nobody has said. */
export const paymentPage = `
ALTER TABLE profiles ADD COLUMN paymentPageUrl TEXT;
`;
