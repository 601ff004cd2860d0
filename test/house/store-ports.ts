import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * Each method of a port of the store whose SQL a reader would have to search for: `main/core/ports/store/X-store.ts` is implemented
 * by the factories of the folder of `main/store` whose name begins with X, and a method there either holds the work itself or calls
 * a function of the same folder.
 */
export function misplacedMethods(root: string): string[] {
  const ports = path.join(root, 'main/core/ports/store');
  const folders = readdirSync(path.join(root, 'main/store'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return readdirSync(ports)
    .filter((name) => name.endsWith('-store.ts'))
    .flatMap((name) => {
      const subject = name.slice(0, -'-store.ts'.length);
      const folder = folders.find((entry) => entry.name.startsWith(subject))?.name;
      if (folder === undefined) return [`${name}: main/store has no folder of this subject`];
      const found = membersIn(path.join(root, 'main/store', folder));
      return methodsOf(path.join(ports, name)).flatMap((method) => {
        const member = found.get(method);
        if (member === undefined) return [`${method} of ${name}: no factory in main/store/${folder} has it`];
        return member === null
          ? []
          : [`${method} of ${name}: main/store/${folder} passes it on to ${member}`];
      });
    });
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
}

function methodsOf(port: string): string[] {
  return parse(port)
    .statements.filter(ts.isInterfaceDeclaration)
    .flatMap(({ members }) => members.filter(ts.isMethodSignature).map(({ name }) => name.getText()));
}

/** The members of what the exported functions of a folder return; each with the file it is passed on to, null where it is done here. */
function membersIn(folder: string): Map<string, string | null> {
  const found = new Map<string, string | null>();
  for (const name of readdirSync(folder)) {
    const source = parse(path.join(folder, name));
    const elsewhere = importsFromElsewhere(source);
    for (const { properties } of source.statements.flatMap(returnedObjects))
      for (const property of properties) {
        if (property.name === undefined) continue;
        const callee = passedOnTo(property);
        found.set(property.name.getText(), callee === null ? null : (elsewhere.get(callee) ?? null));
      }
  }
  return found;
}

function importsFromElsewhere(source: ts.SourceFile): Map<string, string> {
  const found = new Map<string, string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const { text } = statement.moduleSpecifier;
    const names = statement.importClause?.namedBindings;
    if (text.startsWith('./') || names === undefined || !ts.isNamedImports(names)) continue;
    for (const { name } of names.elements) found.set(name.text, text);
  }
  return found;
}

function returnedObjects(statement: ts.Statement): ts.ObjectLiteralExpression[] {
  if (!ts.isFunctionDeclaration(statement) || statement.body === undefined) return [];
  if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  return statement.body.statements.filter(ts.isReturnStatement).flatMap(({ expression }) => {
    const value =
      expression !== undefined && ts.isSatisfiesExpression(expression) ? expression.expression : expression;
    return value !== undefined && ts.isObjectLiteralExpression(value) ? [value] : [];
  });
}

/** The function that a member is, or does nothing but call. */
function passedOnTo(property: ts.ObjectLiteralElementLike): string | null {
  if (ts.isShorthandPropertyAssignment(property)) return property.name.text;
  if (!ts.isPropertyAssignment(property)) return null;
  const value = property.initializer;
  const called = ts.isArrowFunction(value) && ts.isCallExpression(value.body) ? value.body.expression : value;
  return ts.isIdentifier(called) ? called.text : null;
}
