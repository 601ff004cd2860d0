import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ParserOptions } from 'prettier';
import * as markdown from 'prettier/plugins/markdown';
import type { Plugin } from 'vite';
import type { Block, Guide, Inline, Picture } from '../../renderer/guide/guide-tree.ts';

const file = path.resolve(import.meta.dirname, '../../docs/guide.md');
const module = path.resolve(import.meta.dirname, '../../renderer/guide/guide.ts');

/** Puts docs/guide.md with its pictures into the page, as data: the page draws it, so nothing in it can be markup or a script. */
export function hasTheGuide(): Plugin {
  return {
    name: 'bursar-has-the-guide',
    async load(id) {
      if (path.resolve(id) !== module) return null;
      this.addWatchFile(file);
      const pictures: string[] = [];
      const guide = await readGuide(readFileSync(file, 'utf8'), (href) => {
        pictures.push(href);
        const source = path.resolve(path.dirname(file), href);
        return { src: `picture ${pictures.length - 1}`, ...sizeOfPng(readFileSync(source)) };
      });
      const imports = pictures.map(
        (href, index) =>
          `import picture${index} from ${JSON.stringify(path.resolve(path.dirname(file), href))};`,
      );
      const content = JSON.stringify(guide).replaceAll(/"picture (\d+)"/g, 'picture$1');
      return `${imports.join('\n')}\nexport const guide = ${content};\n`;
    },
  };
}

type FindPicture = (href: string) => Omit<Picture, 'alt'>;

/** A part of Markdown as its parser gives it (mdast). */
type Node = {
  readonly type: string;
  readonly children?: readonly Node[];
  readonly value?: string;
  readonly depth?: number;
  readonly ordered?: boolean;
  readonly url?: string;
  readonly alt?: string | null;
};

/** Reads the Markdown of the guide. Throws on what the page cannot draw, raw HTML above all. */
export async function readGuide(text: string, findPicture: FindPicture): Promise<Guide> {
  // The parser of prettier, which formats the documents anyway.
  const root: Node = await markdown.parsers.markdown.parse(text, {} as ParserOptions);
  const ids = new Map<string, number>();
  const blocks = (root.children ?? []).map((node) => blockOf(node, findPicture, ids));
  // The page has the title and a table of contents of its own.
  const shown = blocks.filter(
    (block) => !(block.kind === 'heading' && block.depth === 1) && !isTableOfContents(block),
  );
  const sections = shown.flatMap((block) =>
    block.kind === 'heading' && block.depth === 2 ? [{ id: block.id, title: textOf(block.inline) }] : [],
  );
  return { sections, blocks: shown };
}

function isTableOfContents(block: Block): boolean {
  return (
    block.kind === 'list' &&
    block.items.every(
      ([only, ...others]) =>
        only?.kind === 'paragraph' &&
        others.length === 0 &&
        only.inline.length === 1 &&
        only.inline[0]?.kind === 'link',
    )
  );
}

function blockOf(node: Node, findPicture: FindPicture, ids: Map<string, number>): Block {
  const { type, children = [], depth = 0, ordered = false } = node;
  switch (type) {
    case 'heading': {
      const inline = inlineOf(children);
      return { kind: 'heading', depth, id: idOf(textOf(inline), ids), inline };
    }
    case 'paragraph': {
      const [first] = children;
      if (first?.type === 'image' && children.length === 1)
        return { kind: 'picture', picture: { ...findPicture(first.url ?? ''), alt: first.alt ?? '' } };
      return { kind: 'paragraph', inline: inlineOf(children) };
    }
    case 'list': {
      const items = children.map((item) =>
        (item.children ?? []).map((inside) => blockOf(inside, findPicture, ids)),
      );
      return { kind: 'list', isOrdered: ordered, items };
    }
    case 'table': {
      const [head = [], ...rows] = children.map((row) =>
        (row.children ?? []).map((cell) => inlineOf(cell.children ?? [])),
      );
      return { kind: 'table', head, rows };
    }
    default:
      throw cannotDraw(node);
  }
}

function inlineOf(nodes: readonly Node[]): Inline[] {
  return nodes.flatMap((node): Inline[] => {
    const { type, value = '', children = [], url = '' } = node;
    switch (type) {
      case 'text':
        return [{ kind: 'text', text: value }];
      case 'inlineCode':
        return [{ kind: 'code', text: value }];
      case 'strong':
        return [{ kind: 'strong', inline: inlineOf(children) }];
      case 'emphasis':
        return [{ kind: 'emphasis', inline: inlineOf(children) }];
      case 'link':
        // Other documents are not in the program; their names stay.
        return url.startsWith('#')
          ? [{ kind: 'link', to: url.slice(1), inline: inlineOf(children) }]
          : inlineOf(children);
      default:
        throw cannotDraw(node);
    }
  });
}

function cannotDraw({ type, value = '' }: Node): Error {
  return new Error(`The guide has a ${type}, which the page cannot draw: ${value}`);
}

function textOf(inline: readonly Inline[]): string {
  return inline.map((part) => ('text' in part ? part.text : textOf(part.inline))).join('');
}

/** The anchor of a heading as GitHub makes it, so that the links of the guide lead to the same places here and there. */
function idOf(title: string, ids: Map<string, number>): string {
  const id = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
  const count = ids.get(id) ?? 0;
  ids.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

/** Width and height stand at the beginning of a PNG. */
function sizeOfPng(bytes: Buffer): { width: number; height: number } {
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
