import type { Fault } from '../faults.ts';

const searchedPayees = ['test/core/sheets/searched-payees.test.ts'];
const searched = ['test/core/sheets/searched-draft.test.ts'];

/** Faults in reading the files that people bring, and in relying on the search of a sheet. */
export const fileFaults: readonly Fault[] = [
  {
    name: 'an ambiguous amount is accepted as typed in a file that contradicts itself',
    caughtBy: ['test/files/sheet-reading.test.ts'],
    file: 'main/files/read-sheet.ts',
    find: '(!isCertain && wouldPassAsTyped(amount))',
    put: '(isCertain && wouldPassAsTyped(amount))',
  },
  {
    name: 'a file that was cut off inside its last amount is read without a word',
    caughtBy: ['test/files/text.test.ts'],
    file: 'main/files/columns/file-layout.ts',
    find: 'if (hasOpenEnd && column',
    put: 'if (hasOpenEnd && !hasOpenEnd && column',
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
    file: 'main/files/tables/csv-table.ts',
    find: '? undefused(cell) :',
    put: '? (cell === undefused(cell) ? cell : `${cell}`) :',
  },
  {
    name: 'an account that LibreOffice shortened is taken as it is written',
    caughtBy: ['test/files/cells.test.ts'],
    file: 'main/files/cells/cells.ts',
    find: '|E\\+)\\d{1,3}$/i',
    put: '|E\\+)\\d{1,2}$/i',
  },
  {
    name: 'an account in digits of another script is taken as it is written',
    caughtBy: ['test/files/cells.test.ts'],
    file: 'main/files/cells/account.ts',
    find: '  if (digit.test(plain)) return String(digitValue(plain));',
    put: '',
  },
  {
    name: 'a part of a text that is struck through is read as if it counted',
    caughtBy: ['test/files/tables/xlsx-struck.test.ts'],
    file: 'main/files/tables/xlsx-texts.ts',
    find: "else if (element === 'strike') this.#isStruck = isSet(attributes['val'] ?? '1');",
    put: "else if (element === 'strike') this.#isStruck = false;",
  },
  {
    name: 'a cell that is struck through is read as if it counted',
    caughtBy: ['test/files/tables/xlsx-struck.test.ts'],
    file: 'main/files/tables/xlsx-cells.ts',
    find: 'rules.struck[styleOf(cell)] === true',
    put: 'rules.struck.length < 0',
  },
  {
    name: 'a workbook that does not have the checksum of its archive is read',
    caughtBy: ['test/files/tables/xlsx-archive.test.ts'],
    file: 'main/files/zip/read-zip.ts',
    find: '  if (checksum !== entry.checksum) throw new DamagedEntry();\n',
  },
  {
    name: 'a formula that was never calculated is an empty cell',
    caughtBy: ['test/files/tables/xlsx-cells.test.ts'],
    file: 'main/files/tables/xlsx-cells.ts',
    find: '  if (isUncalculated(cell, rules)) return notCalculated;\n',
  },
  {
    name: 'the currency that a workbook shows beside a number is passed over',
    caughtBy: ['test/files/tables/xlsx-formats.test.ts'],
    file: 'main/files/tables/xlsx-cells.ts',
    find: '{ ...number, sign: format.sign }',
    put: 'number',
  },
  {
    name: 'a decimal sign that only the format of a workbook shows is passed over',
    caughtBy: ['test/files/tables/xlsx-formats.test.ts'],
    file: 'main/files/tables/xlsx-formats.ts',
    find: "if (asDecimals.test(places) && !places.includes('.')) return visible.trim();",
    put: "if (asDecimals.test(places) && !places.includes('.')) visible = visible.trim();",
  },
  {
    name: 'a file is written under its own name from the first byte',
    caughtBy: ['test/cli/folder/killed-while-saving.test.ts'],
    file: 'main/files/export/write-whole.ts',
    find: 'path.join(path.dirname(file), unfinishedName(path.basename(file), randomUUID()))',
    put: 'file',
  },
  {
    name: 'a database whose journal is to be undone is opened for reading only',
    caughtBy: ['test/store/folder/open.test.ts'],
    file: 'main/store/folder/inspect-database.ts',
    find: 'const readonly = !existsSync(`${path}-journal`);',
    put: 'const readonly = existsSync(path);',
  },
  {
    name: 'the key of a profile whose addition was cut short stays in the keychain',
    caughtBy: ['test/core/profiles/profiles.test.ts'],
    file: 'main/core/profiles/profile-handlers.ts',
    find: "    if (key.kind !== 'none') store.addSpareKey(profile.keyId);\n",
  },
  {
    name: 'the removal of a profile removes the key that another is just getting',
    caughtBy: ['test/core/profiles/keychain-waits.test.ts'],
    file: 'main/core/profiles/profile-handlers.ts',
    find: 'return inTurn(keys, async () => {',
    put: 'return inTurn({}, async () => {',
  },
  {
    name: 'a batch that could not be stored keeps its order IDs',
    caughtBy: ['test/core/batches/failed-import.test.ts'],
    file: 'main/core/batches/draft.ts',
    find: '    } catch (thrown) {\n      await makeRoom(context, batchId);',
    put: '    } catch (thrown) {',
  },
  {
    name: 'the release of a draft takes another sheet of equal rows along',
    caughtBy: ['test/core/sheets/equal-sheets.test.ts'],
    file: 'main/store/sheets/sheets.ts',
    find: '        for (const other of others) link(other, null);\n',
  },
  {
    name: 'a check relies on a search from before a release',
    caughtBy: searched,
    file: 'main/core/batches/check/searched-draft.ts',
    find: 'stillHold(draft.conditions, conditionsNow(context, batch))',
    put: 'stillHold(draft.conditions, draft.conditions)',
  },
  {
    name: 'a check relies on a search that met a release whose rows were still to be queued',
    caughtBy: searched,
    file: 'main/core/batches/check/searched-draft.ts',
    find: 'beingQueued(store, environment).length === 0,',
    put: 'true,',
  },
  {
    name: 'a search keeps what it found before a release that another search has seen',
    caughtBy: searched,
    file: 'main/core/sheets/findings/find-in-sheet.ts',
    find: 'isOvertaken() || ',
  },
  {
    name: 'a search looks for what it found among what another one has begun to find afresh',
    caughtBy: ['test/core/sheets/stopped-search.test.ts'],
    patches: [
      {
        file: 'main/core/sheets/findings/find-in-sheet.ts',
        find: 'const ofCells = facts.get(row.cells);',
        put: 'const ofCells = cache.facts.get(row.cells);',
      },
      {
        file: 'main/core/sheets/findings/find-in-sheet.ts',
        find: "if (ofCells === undefined) throw new Error('a row was not searched');",
        put: 'if (ofCells === undefined) continue;',
      },
      {
        file: 'main/core/sheets/findings/find-in-sheet.ts',
        find: 'cache.conditions !== conditions;',
        put: 'cache.conditions.stamp !== conditions.stamp;',
      },
    ],
  },
  {
    name: 'a check takes rows for different that no search has compared with each other',
    caughtBy: searched,
    file: 'main/core/sheets/prepare.ts',
    find: 'const isSearched = ended?.version === sheet.stored.version && ended.conditions === conditions;',
    put: 'const isSearched = true;',
  },
  {
    name: 'a check takes equal rows of a sheet for different',
    caughtBy: searched,
    file: 'main/core/sheets/prepare.ts',
    find: '      if (isDuplicate(finding.kind)) allDiffer = false;\n',
  },
  {
    name: 'a release relies on what a search found',
    caughtBy: searched,
    patches: [
      {
        file: 'main/core/batches/duplicates.ts',
        find: "import { stillKnown, type SearchedDraft } from './check/searched-draft.ts';",
        put: "import { stillKnown, searchedDraft, type SearchedDraft } from './check/searched-draft.ts';",
      },
      {
        file: 'main/core/batches/duplicates.ts',
        find: 'searched: SearchedDraft | null = null,',
        put: 'searched: SearchedDraft | null = searchedDraft(context.store, batch),',
      },
    ],
  },
  {
    name: 'a check relies on a search from before a payee was changed',
    caughtBy: searchedPayees,
    file: 'main/core/batches/check/searched-draft.ts',
    find: '    store.countPayeeChanges(),\n',
  },
  {
    name: 'a check relies on the search of a sheet that a later, stopped search has overtaken',
    caughtBy: searchedPayees,
    patches: [
      { file: 'main/core/sheets/prepare.ts', find: ' && ended.conditions === conditions;', put: ';' },
    ],
  },
  {
    name: 'a release relies on what a search found about payees',
    caughtBy: searchedPayees,
    patches: [
      {
        file: 'main/core/batches/payee-findings.ts',
        find: "import { stillKnown, type SearchedDraft } from './check/searched-draft.ts';",
        put: "import { searchedDraft, stillKnown, type SearchedDraft } from './check/searched-draft.ts';",
      },
      {
        file: 'main/core/batches/payee-findings.ts',
        find: 'searched = null,',
        put: 'searched = searchedDraft(context.store, batch),',
      },
    ],
  },
  {
    name: 'a sheet forgets that its accounts came under the header IBAN',
    caughtBy: ['test/core/sheets/iban-column.test.ts'],
    file: 'main/core/sheets/sheet-sessions.ts',
    find: 'return { ...rules, isIbanColumn };',
    put: 'return rules;',
  },
  {
    name: 'rows that are set aside forget that their accounts came under the header IBAN',
    caughtBy: ['test/core/sheets/iban-column.test.ts'],
    file: 'main/core/sheets/set-aside/set-aside.ts',
    find: '      isIbanColumn: stored.isIbanColumn,\n',
  },
  {
    name: 'an export as CSV has amounts that a spreadsheet reads as thousands',
    caughtBy: ['test/files/write-csv.test.ts'],
    file: 'main/files/export/write-csv.ts',
    find: "const isAmount = kind === 'amount' &&",
    put: "const isAmount = kind === 'count' &&",
  },
];
