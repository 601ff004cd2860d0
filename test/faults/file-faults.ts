import type { Fault } from './faults.ts';

/** Faults in reading the files that people bring. */
export const fileFaults: readonly Fault[] = [
  {
    name: 'an ambiguous amount is accepted as typed in a file that contradicts itself',
    caughtBy: ['test/files/sheet-reading.test.ts'],
    patches: [
      {
        file: 'main/files/read-sheet.ts',
        find: '(!isCertain && wouldPassAsTyped(amount))',
        put: '(isCertain && wouldPassAsTyped(amount))',
      },
    ],
  },
  {
    name: 'an empty amount of a payment file changes the currency of the one beside it',
    caughtBy: ['test/files/messages/pain-001.test.ts'],
    patches: [
      {
        file: 'main/files/messages/message-reader.ts',
        find: "      this.#currency = attributes['Ccy']?.trim() ?? '';",
        put: "      this.#currency = attributes['Ccy']?.trim() ?? '';\n      if (this.#transaction !== null) this.#transaction.currencyCode = this.#currency;",
      },
      {
        file: 'main/files/messages/transaction.ts',
        find: "if (field === 'amount' || field === 'equivalentAmount') this.currencyCode = currencyCode;",
        put: 'void currencyCode;',
      },
    ],
  },
  {
    name: 'the apostrophe that defuses a cell becomes part of an account',
    caughtBy: ['test/files/write-csv.test.ts'],
    patches: [
      {
        file: 'main/files/tables/csv-table.ts',
        find: '? undefused(cell) :',
        put: '? (cell === undefused(cell) ? cell : `${cell}`) :',
      },
    ],
  },
];
