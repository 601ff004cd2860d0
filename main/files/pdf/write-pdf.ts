import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { withoutMisleading } from '../../../contract/text/one-line.ts';
import type { PaperDocument, PaperPart } from '../../core/ports/index.ts';
import { fontsFor } from './fonts.ts';
import { template } from './template.ts';

const msPerSecond = 1000;
/** Longer words in a table get break points, so that they do not run into the next column. */
const longWord = /[!-~]{24}(?=[!-~])/g;
const breakHere = '\u200B';

/** The archival form refuses characters that no font has; then the document is written without that form, and says so. */
const lacksFonts: PaperPart = {
  kind: 'text',
  isNotice: true,
  text: 'Some characters below have no font in Bursar and are shown as boxes. CSV and Excel exports hold them as they are.',
};

/**
 * The code that runs in a worker, because a document is typeset in one go. It is CommonJS and finds the library by its path, so
 * that it runs the same from sources, from a bundle and from an archive.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { readFileSync } = require('node:fs');
const { template, createdAt } = workerData;
const set = (compiler, document, options) => {
  const made = compiler.compile({ mainFileContent: template, inputs: { document } });
  if (made.result === null) return { wrong: JSON.stringify(compiler.fetchDiagnostics(made.takeDiagnostics())) };
  return { bytes: compiler.pdf(made.result, { ...options, creationTimestamp: createdAt }) };
};
const write = () => {
  let fontBlobs, library;
  try {
    // First, since a worker that ends with an error while it has the library takes the process with it.
    fontBlobs = workerData.fonts.map((file) => readFileSync(file));
    library = require(workerData.library);
  } catch (error) {
    return { missing: String(error && error.code) };
  }
  const compiler = library.NodeCompiler.create({ fontArgs: [{ fontBlobs }] });
  try {
    return set(compiler, workerData.document, { pdfStandard: 'a-2b' });
  } catch {
    return set(compiler, workerData.withoutFonts, {});
  }
};
parentPort.postMessage(write());
`;

const Made = z.union([
  z.object({ bytes: z.instanceof(Uint8Array) }),
  z.object({ missing: z.string() }),
  z.object({ wrong: z.string() }),
]);

/** See `Documents`. */
export async function writePdf(document: PaperDocument): Promise<Result<Uint8Array>> {
  const library = findLibrary();
  if (library === null) return noTypesetter();
  const fonts = fontsFor(JSON.stringify(document));
  const worker = new Worker(program, {
    eval: true,
    workerData: {
      library,
      template,
      fonts: fonts.files,
      document: dataOf(document, fonts.families),
      withoutFonts: dataOf({ ...document, parts: [lacksFonts, ...document.parts] }, fonts.families),
      createdAt: Math.floor(document.createdAt / msPerSecond),
    },
  });
  try {
    const made = Made.parse(
      await new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.once('exit', () => reject(new Error('the typesetter ended without a document')));
      }),
    );
    if ('missing' in made) return noTypesetter();
    if ('wrong' in made) throw new Error(`the typesetter refused its template: ${made.wrong}`);
    return succeed(made.bytes);
  } finally {
    await worker.terminate();
  }
}

function noTypesetter(): Result<never> {
  return fail(
    'notFound',
    `This installation lacks the PDF typesetter for ${process.platform} ${process.arch}, or its fonts. Choose CSV or Excel, or install Bursar again.`,
  );
}

function findLibrary(): string | null {
  try {
    return createRequire(import.meta.url).resolve('@myriaddreamin/typst-ts-node-compiler');
  } catch {
    return null;
  }
}

function dataOf(
  { title, about, foot, createdAt, isWide, parts }: PaperDocument,
  fonts: readonly string[],
): string {
  const at = new Date(createdAt);
  const date = [
    at.getUTCFullYear(),
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
  ];
  const said = { title: plain(title), about: plain(about), foot: plain(foot) };
  return JSON.stringify({ ...said, date, isWide, fonts, parts: parts.map(dataOfPart) });
}

function dataOfPart(part: PaperPart): object {
  if (part.kind === 'heading') return { kind: part.kind, text: plain(part.text) };
  if (part.kind === 'text')
    return { kind: part.kind, text: plain(part.text), isNotice: part.isNotice ?? false };
  if (part.kind === 'facts')
    return { kind: part.kind, facts: part.facts.map(([name, value]) => [plain(name), plain(value)]) };
  return {
    kind: part.kind,
    columns: part.columns.map(({ header, share, isFigure }) => ({
      header: plain(header),
      share: share ?? null,
      isFigure: isFigure ?? false,
    })),
    rows: part.rows.map((cells) => cells.map((cell) => plain(cell).replace(longWord, `$&${breakHere}`))),
  };
}

function plain(text: string): string {
  return withoutMisleading(text.toWellFormed());
}
