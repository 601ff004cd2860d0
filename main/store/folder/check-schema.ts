import type { AuditProblem } from '../../../contract/audit/audit-problem.ts';
import { Connection } from '../connection.ts';
import { textIn, textOrNullIn } from '../read-row.ts';
import { migratedDatabase } from './empty-database.ts';

/** Tables created while the program runs: the text indexes of the history, each with its own tables; and SQLite's statistics. */
const madeLater = /^(historyText\d+(_\w+)?|sqlite_stat\d)$/;

/** By type and name, the SQL that created each part of a database. */
type Schema = Map<string, string | null>;

let expected: Schema | null = null;

/** How tables, indexes, triggers and views of a database differ from what the migrations create. */
export function schemaProblems(connection: Connection): AuditProblem[] {
  expected ??= freshSchema();
  const present = schemaOf(connection);
  const problems: AuditProblem[] = [];
  for (const [part, sql] of expected)
    if (!present.has(part)) problems.push({ code: 'schemaPartMissing', part });
    else if (present.get(part) !== sql) problems.push({ code: 'schemaPartChanged', part });
  for (const part of present.keys())
    if (!expected.has(part) && !madeLater.test(part.replace(/^\w+ /, '')))
      problems.push({ code: 'schemaPartAdded', part });
  return problems;
}

/** What another program dropped, as "table history"; where tables are missing, they alone, since their indexes went with them. */
export function missingParts(connection: Connection): string[] {
  const missing = schemaProblems(connection).flatMap((problem) =>
    problem.code === 'schemaPartMissing' ? [problem.part] : [],
  );
  const tables = missing.filter((part) => part.startsWith('table '));
  return tables.length > 0 ? tables : missing;
}

function freshSchema(): Schema {
  const connection = new Connection(migratedDatabase());
  try {
    return schemaOf(connection);
  } finally {
    connection.close();
  }
}

function schemaOf(connection: Connection): Schema {
  const rows = connection.all('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name');
  return new Map(
    rows.map((row) => [`${textIn(row, 'type')} ${textIn(row, 'name')}`, textOrNullIn(row, 'sql')]),
  );
}
