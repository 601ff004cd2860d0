/** What the core keeps of sheets: rows that are being prepared. See Store for what holds of every method. */
export interface SheetStore {}
