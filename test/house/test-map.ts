import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The document that names the tests of each row and rule of the interface, and of each invariant. */
export const map = readFileSync(path.resolve(import.meta.dirname, '../README.md'), 'utf8');

const onOptions = [200, 400, 401, 403, 406, 429];
const onCreate = [201, 400, 401, 403, 406, 409, 429, 500];
const onRead = [200, 400, 401, 403, 406, 410, 429, 500];
const onRecord = [200, 400, 401, 403, 410, 429, 500];
const onList = [200, 400, 401, 403, 429, 500];

/** The endpoint table of the interface, row by row, with its statuses. */
const endpoints: Readonly<Record<string, readonly number[]>> = {
  'POST /payins/!availablePaymentOptions': onOptions,
  'POST /payouts/!availablePaymentOptions': onOptions,
  'POST /topups/!availablePaymentOptions': onOptions,
  'GET /payins/{idPayin}': onRead,
  'POST /payins/{idPayin}': onCreate,
  'GET /payouts/{idPayout}': onRead,
  'POST /payouts/{idPayout}': onCreate,
  'GET /topups/{idTopUp}': onRead,
  'POST /topups/{idTopUp}': onCreate,
  'POST /payins/{idPayin}/!setExternalReference': [204, ...onRecord.slice(1)],
  'GET /payins/{idPayin}/accounts': onRead,
  'GET /balances': onRead,
  'GET /merchant-info': onRecord,
  'GET /currencies': onRecord,
  'GET /segments': onList,
  'GET /payment-operators': onList,
  'GET /payment-methods': [200],
  'POST /auth-tokens': [200],
  'POST /auth-tokens-by-action': [200],
};

const upTo = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

/** The other tables and the numbered rules of the interface, and the invariants: what the map has to list. */
const sections: Readonly<Record<string, readonly string[]>> = {
  Money: ['amount', 'currencyCode'],
  'Payment identifiers': ['idPayin', 'idPayout', 'idTopUp', 'idEntity'],
  'Payment request': ['paymentRequested', 'paymentMethod', 'callbackUrl'],
  'Payment accepted response': ['paymentRequested', 'paymentMethodResponse'],
  'Payment detail': ['paymentRequested', 'process', 'fee', 'paymentMethodResponse'],
  'Payment accounts': ['customerAccountRequest', 'customerAccountProcess'],
  'External reference': ['ExternalReference'],
  'Auth token': ['token', 'operations', 'exp', 'iat', 'jti', 'sub'],
  'Other records': ['Balance list', 'Merchant info', 'Code lists', 'Options lists'],
  States: ['SUCCESS', 'Other status values'],
  'Common rules': ['Header X-API-Version', 'Header Authorization', 'JSON bodies', 'Literal ! segments'],
  'Operation rules': upTo(6),
  'Payment web application': [
    'merchantCode',
    'idPayin',
    'token',
    'amount',
    'currencyCode',
    'callbackUrl',
    'returnUrl',
    'paymentMethodCode',
    'paymentOperatorCode',
    'optionsAvailable',
    'allowCustomerDataChange',
    'customer data',
    'status view',
  ],
  'Behaviour scenarios': upTo(5),
  Authentication: upTo(8),
  Events: ['Status-change callback', ...upTo(5)],
  Errors: ['400', '401', '403', '404', '406', '409', '410', '429', '500'],
  Limits: ['Request rate', 'Callback retries', 'idEntity length'],
  Versioning: upTo(5),
  Invariants: upTo(10).map((number) => `I${number}`),
};

type Reference = { readonly file: string; readonly title: string };
type Line = { readonly section: string; readonly name: string; readonly cells: readonly string[] };
/** Full names of tests by file. */
export type Names = ReadonlyMap<string, readonly string[]>;

function linesOf(text: string): Line[] {
  let section = '';
  const lines: Line[] = [];
  for (const line of text.slice(text.indexOf('## The map')).split('\n')) {
    if (line.startsWith('#')) section = line.replace(/^#+ /, '');
    const [, name = '', ...cells] = line.split('|').map((cell) => cell.trim());
    if (line.startsWith('|') && !/^\| (?:-|Row |Rule |Status |Invariant )/.test(line))
      lines.push({ section, name: name.replaceAll('`', ''), cells: cells.slice(0, -1) });
  }
  return lines;
}

const oneReference = /`([\w/-]+)` ((?:“[^”]+”(?:, )?)+)/g;

function referencesOf(cell: string): Reference[] {
  return [...cell.matchAll(oneReference)].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({ file: `test/${file}.test.ts`, title })),
  );
}

const isThere = (names: Names, { file, title }: Reference): boolean =>
  names.get(file)?.some((name) => name.includes(title)) ?? false;

/** What is wrong with one cell that has to name tests, or say why there are none. */
function problemsOfCell(cell: string, names: Names): string[] {
  if (/^(?:later|not here): .{10,}/.test(cell)) return [];
  const references = referencesOf(cell);
  if (references.length === 0) return [`no test: ${cell}`];
  const rest = cell.replaceAll(oneReference, '').replaceAll(/[;\s]/g, '');
  if (rest !== '') return [`cannot be read: ${rest}`];
  return references.flatMap((reference) =>
    isThere(names, reference) ? [] : [`no such test: ${reference.file} “${reference.title}”`],
  );
}

function problemsOfLine({ section, name, cells }: Line, names: Names): string[] {
  // The second column of these two says more about the line; it names no tests.
  const sides = ['Endpoints', 'Invariants'].includes(section) ? cells.slice(1) : cells;
  const problems = sides.flatMap((side) => problemsOfCell(side, names));
  const isHeld = sides.some((side) => referencesOf(side).length > 0);
  const isLater = sides.every((side) => side.startsWith('later: '));
  if (sides.length !== (['Invariants', 'The window'].includes(section) ? 1 : 2))
    problems.push('another number of columns');
  if (!isHeld && !isLater) problems.push('no test on either side');
  if (section === 'Invariants')
    for (const { title } of sides.flatMap(referencesOf))
      if (!new RegExp(`\\b${name}\\b.*:`).test(title)) problems.push(`${name} is not named by “${title}”`);
  return problems.map((problem) => `${section}, ${name}: ${problem}`);
}

const plain = (row: string): string => row.replaceAll(/\{\w+\}/g, '{id}');

/** Whether a title begins with this row; vitest cuts long names of groups off with an ellipsis. */
function isOfRow(title: string, row: string): boolean {
  const [group = ''] = title.split(' > ');
  return group.endsWith('…') ? row.startsWith(group.slice(0, -1)) : plain(group) === plain(row);
}

/** Whether both sides of a line of the endpoint table name tests of just that row and status. */
function isAbout(line: Line, row: string, status: number): boolean {
  const [, client = '', sandbox = ''] = line.cells;
  return [client, sandbox].every((side) =>
    referencesOf(side).some(
      ({ title }) =>
        row.startsWith('POST /auth-tokens') ||
        (isOfRow(title, row) && new RegExp(`\\b${status}\\b`).test(title)),
    ),
  );
}

function problemsOfEndpoint(lines: readonly Line[], row: string, status: number): string[] {
  const line = lines.find((one) => one.name === row && one.cells[0] === String(status));
  if (line === undefined) return [`Endpoints: ${row} ${status} is not in the map`];
  return isAbout(line, row, status) ? [] : [`Endpoints: ${row} ${status} names tests of something else`];
}

/** What is wrong with the map, where these tests are there. */
export function findProblems(text: string, names: Names): string[] {
  const lines = linesOf(text);
  const ofSection = (section: string) => lines.filter((line) => line.section === section);
  const missing = Object.entries(sections).flatMap(([section, wanted]) =>
    wanted
      .filter((name) => !ofSection(section).some((line) => line.name === name))
      .map((name) => `${section}: ${name} is not in the map`),
  );
  const ofEndpoints = Object.entries(endpoints).flatMap(([row, statuses]) =>
    statuses.flatMap((status) => problemsOfEndpoint(ofSection('Endpoints'), row, status)),
  );
  const titles = [...names.values()].flat();
  const unnamed = upTo(10)
    .filter((number) => !titles.some((title) => new RegExp(`\\bI${number}\\b.*: `).test(title)))
    .map((number) => `I${number} is named by no test`);
  return [...missing, ...ofEndpoints, ...lines.flatMap((line) => problemsOfLine(line, names)), ...unnamed];
}

/** The tests that the map names, as if all of them were there. */
export function namedIn(text: string): Names {
  const names = new Map<string, string[]>();
  for (const { file, title } of linesOf(text).flatMap(({ cells }) => cells.flatMap(referencesOf)))
    names.set(file, [...(names.get(file) ?? []), title]);
  return names;
}
