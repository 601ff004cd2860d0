/** What the core keeps of settings, balances, options and what a person has seen. See Store for what holds of every method. */
export interface TreasuryStore {}
