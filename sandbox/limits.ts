/** Largest request body, in bytes. */
export const largestBodyBytes = 1024 * 1024;
/** Longest path without its query; order IDs have at most 250 characters. */
export const longestPath = 600;
export const longestQuery = 8000;
/** Most operations in one token, and the longest one. */
export const mostOperations = 1000;
export const longestOperation = 500;
/** Interface: Limits does not define the maximum of validitySecs; the sandbox uses 31 days, so that a payment link can be paid later in the month. */
export const largestValiditySecs = 31 * 86_400;
/** How far the timestamp of a token request may differ from the gateway's clock, in seconds. */
export const timestampToleranceSecs = 300;
/** Cached verified tokens, by text. */
export const mostCachedTokens = 1000;
/** Public keys and secrets of one merchant. */
export const mostKeys = 20;
export const mostMerchants = 1000;
/** Payments that one sandbox accepts in its lifetime. */
export const largestBook = 1_000_000;
/** Order IDs that were posted but not accepted and whose requests are still counted. */
export const mostRefusedIds = 100_000;
/** Codes that may be added to one list. */
export const mostAddedCodes = 10_000;
/** Complaints in one 400 answer. */
export const mostProblems = 50;
