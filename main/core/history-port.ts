/** What the core asks of the store about the history of payouts. See Store for what holds of every method. */
export interface HistoryStore {}
