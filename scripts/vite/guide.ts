import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lexer, type MarkedToken, type Token } from 'marked';
import type { Plugin } from 'vite';
import type { Block, Guide, Inline, Picture } from '../../renderer/guide/guide-tree.ts';

const file = path.resolve(import.meta.dirname, '../../docs/guide.md');
const module = path.resolve(import.meta.dirname, '../../renderer/guide/guide.ts');

/** Puts docs/guide.md with its pictures into the page, as data: the page renders it, so nothing in it can be markup or a script. */
export function hasTheGuide(): Plugin {
  return {
    name: 'bursar-has-the-guide',
    load(id) {
      if (path.resolve(id) !== module) return null;
      this.addWatchFile(file);
      const pictures: string[] = [];
      const guide = readGuide(readFileSync(file, 'utf8'), (href) => {
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

/** Parses the Markdown of the guide. Throws on anything that the page cannot draw, above all raw HTML. */
export function readGuide(text: string, findPicture: FindPicture): Guide {
  const ids = new Map<string, number>();
  const blocks = blocksOf(lexer(text), findPicture, ids);
  // The page has its own title and table of contents.
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

/** Extensions may add tokens of any kind, so the parser's type is wide; there are no extensions here. */
const known = (token: Token): MarkedToken => token as MarkedToken;

function blocksOf(tokens: readonly Token[], findPicture: FindPicture, ids: Map<string, number>): Block[] {
  return tokens.flatMap((token) => (token.type === 'space' ? [] : [blockOf(known(token), findPicture, ids)]));
}

function blockOf(token: MarkedToken, findPicture: FindPicture, ids: Map<string, number>): Block {
  switch (token.type) {
    case 'heading': {
      const inline = inlineOf(token.tokens);
      return { kind: 'heading', depth: token.depth, id: idOf(textOf(inline), ids), inline };
    }
    case 'paragraph': {
      const [first, second] = token.tokens.map(known);
      if (first?.type === 'image' && second === undefined)
        return { kind: 'picture', picture: { ...findPicture(first.href), alt: first.text } };
      return { kind: 'paragraph', inline: inlineOf(token.tokens) };
    }
    // The text of a list item without a paragraph.
    case 'text':
      return { kind: 'paragraph', inline: inlineOf(token.tokens ?? [token]) };
    case 'list':
      return {
        kind: 'list',
        isOrdered: token.ordered,
        items: token.items.map((item) => blocksOf(item.tokens, findPicture, ids)),
      };
    case 'table':
      return {
        kind: 'table',
        head: token.header.map((cell) => inlineOf(cell.tokens)),
        rows: token.rows.map((row) => row.map((cell) => inlineOf(cell.tokens))),
      };
    default:
      throw cannotDraw(token);
  }
}

function inlineOf(tokens: readonly Token[]): Inline[] {
  return tokens.map(known).flatMap((token): Inline[] => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return [{ kind: 'text', text: token.text }];
      case 'codespan':
        return [{ kind: 'code', text: token.text }];
      case 'strong':
        return [{ kind: 'strong', inline: inlineOf(token.tokens) }];
      case 'em':
        return [{ kind: 'emphasis', inline: inlineOf(token.tokens) }];
      case 'link':
        // Other documents are not in the program; their names remain as text.
        return token.href.startsWith('#')
          ? [{ kind: 'link', to: token.href.slice(1), inline: inlineOf(token.tokens) }]
          : inlineOf(token.tokens);
      default:
        throw cannotDraw(token);
    }
  });
}

function cannotDraw({ type, raw }: MarkedToken): Error {
  return new Error(`The guide has a ${type}, which the page cannot draw: ${raw}`);
}

function textOf(inline: readonly Inline[]): string {
  return inline.map((part) => ('text' in part ? part.text : textOf(part.inline))).join('');
}

/** The anchor of a heading as GitHub creates it, so that the links of the guide work in both places. */
function idOf(title: string, ids: Map<string, number>): string {
  const id = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
  const count = ids.get(id) ?? 0;
  ids.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

/** Width and height are at the beginning of a PNG. */
function sizeOfPng(bytes: Buffer): { width: number; height: number } {
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
