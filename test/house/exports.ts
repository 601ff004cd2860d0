import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A name that a file exports without need. */
export type NeedlessExport = {
  readonly file: string;
  readonly name: string;
  /** `unused`: nothing uses it; `own`: only its own file does; `tests`: only tests do, so it is dead code with a test. */
  readonly usedBy: 'unused' | 'own' | 'tests';
};

type Module = {
  readonly exported: ReadonlySet<string>;
  /** Exported names that the file itself uses, apart from declaring them. */
  readonly ownUses: ReadonlySet<string>;
  /** Names taken from other files, by the path of the file. */
  readonly imported: readonly (readonly [file: string, name: string])[];
  /** Names of other files that this one exports again, by the name they have here. */
  readonly passedOn: ReadonlyMap<string, readonly [file: string, name: string]>;
  /** Files whose every export this one exports again. */
  readonly passedOnWhole: readonly string[];
};

/** The exports of some folders that no other file of them needs; `sources` is every file of the project by its path. */
export function needlessExports(
  sources: ReadonlyMap<string, string>,
  product: readonly string[],
): NeedlessExport[] {
  const modules = new Map([...sources].map(([file, text]) => [file, readModule(file, text)]));
  const usedByProduct = new Set<string>();
  const usedByTests = new Set<string>();
  const isProduct = (file: string): boolean => product.some((folder) => file.startsWith(`${folder}/`));
  const use = (file: string, name: string, by: Set<string>): void => {
    by.add(`${file} ${name}`);
    const passed = modules.get(file)?.passedOn.get(name);
    if (passed !== undefined) use(...passed, by);
    for (const next of modules.get(file)?.passedOnWhole ?? []) use(next, name, by);
  };
  for (const [user, { imported }] of modules)
    for (const [file, name] of imported)
      use(file, name, user.startsWith('test/') ? usedByTests : usedByProduct);
  return [...modules].flatMap(([file, { exported, ownUses, passedOn }]) =>
    isProduct(file)
      ? [...exported].flatMap((name): NeedlessExport[] => {
          if (usedByProduct.has(`${file} ${name}`)) return [];
          const isTested = usedByTests.has(`${file} ${name}`);
          if (isTested && (ownUses.has(name) || passedOn.has(name))) return [];
          return [{ file, name, usedBy: isTested ? 'tests' : ownUses.has(name) ? 'own' : 'unused' }];
        })
      : [],
  );
}

/** Every source file of the project, by its path from the root. */
export function readSources(root: string): Map<string, string> {
  const found = globSync(
    ['{contract,main,preload,renderer,sandbox,test,scripts,bin}/**/*.{ts,tsx,mts,mjs}', '*.ts'],
    { cwd: root },
  );
  return new Map(
    found
      .map((file) => file.split(path.sep).join('/'))
      .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
  );
}

function readModule(file: string, text: string): Module {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const exported = new Set<string>();
  const imported: [string, string][] = [];
  const passedOn = new Map<string, [string, string]>();
  const passedOnWhole: string[] = [];
  const counts = new Map<string, number>();
  /** Files that are imported whole, so that a name of theirs may stand anywhere in this one. */
  const whole: string[] = [];
  const target = (specifier: ts.Node | undefined): string | null =>
    specifier !== undefined && ts.isStringLiteral(specifier) && specifier.text.startsWith('.')
      ? path.posix.join(path.posix.dirname(file), specifier.text)
      : null;

  function visit(node: ts.Node): void {
    if (ts.isIdentifier(node)) counts.set(node.text, (counts.get(node.text) ?? 0) + 1);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      whole.push(target(node.arguments[0]) ?? '');
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      whole.push(target(node.argument.literal) ?? '');
    ts.forEachChild(node, visit);
  }

  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = target(statement.moduleSpecifier);
      const clause = statement.importClause;
      if (from === null || clause === undefined) continue;
      if (clause.name !== undefined) imported.push([from, 'default']);
      if (clause.namedBindings === undefined) continue;
      if (ts.isNamespaceImport(clause.namedBindings)) whole.push(from);
      else
        for (const { name, propertyName } of clause.namedBindings.elements)
          imported.push([from, (propertyName ?? name).text]);
    } else if (ts.isExportDeclaration(statement)) {
      const from = target(statement.moduleSpecifier);
      if (statement.exportClause === undefined) passedOnWhole.push(from ?? '');
      else if (ts.isNamedExports(statement.exportClause))
        for (const { name, propertyName } of statement.exportClause.elements) {
          exported.add(name.text);
          if (from !== null) passedOn.set(name.text, [from, (propertyName ?? name).text]);
        }
    } else {
      for (const name of exportedBy(statement)) {
        exported.add(name);
        // The declaration itself is no use.
        counts.set(name, (counts.get(name) ?? 0) - 1);
      }
      visit(statement);
    }
  }
  for (const from of whole) for (const name of counts.keys()) imported.push([from, name]);
  const ownUses = new Set([...exported].filter((name) => (counts.get(name) ?? 0) > 0));
  return { exported, ownUses, imported, passedOn, passedOnWhole };
}

function exportedBy(statement: ts.Statement): string[] {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  if (!isExported) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => namesOf(name));
  const { name } = statement as ts.DeclarationStatement;
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
}

function namesOf(name: ts.BindingName): string[] {
  return ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesOf(element.name)));
}
