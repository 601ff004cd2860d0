import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The project's root. */
export const root = path.resolve(import.meta.dirname, '../..');
/** Where the pictures are. */
export const pictureFolder = path.join(root, 'docs/screenshots');

const folders = ['.', 'docs', 'docs/decisions', 'examples', 'sandbox', 'test'];
const linkTarget = /\]\(([^()\s]+)\)/g;
const codeBlock = /^```[^]*?^```$/gm;

export type Link = {
  /** The document with the link, from the root. */
  readonly from: string;
  readonly href: string;
  /** The file or folder that it leads to, and its heading where it names one. */
  readonly target: string;
  readonly heading: string | null;
};

/** Every document, from the root. */
export function documents(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => path.posix.join(folder, name)),
  );
}

/** The links of every document that lead to a file of the project. */
export function links(): Link[] {
  return documents().flatMap((from) =>
    [...readFileSync(path.join(root, from), 'utf8').replaceAll(codeBlock, '').matchAll(linkTarget)]
      .map(([, href = '']) => href)
      .filter((href) => !/^[a-z]+:/.test(href))
      .map((href) => {
        const [file = '', heading = null] = href.split('#');
        const target = file === '' ? path.join(root, from) : path.resolve(root, path.dirname(from), file);
        return { from, href, target, heading };
      }),
  );
}

/** The names of the pictures that a document shows. */
export function shownPictures(): Set<string> {
  const inFolder = links().filter(({ target }) => path.dirname(target) === pictureFolder);
  return new Set(inFolder.map(({ target }) => path.basename(target)));
}

/** The headings of a document, as links name them. */
export function headingsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}
