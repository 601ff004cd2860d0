import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { Block, Guide, Inline, Picture } from '../../renderer/guide/guide-tree.ts';

const file = path.resolve(import.meta.dirname, '../../docs/guide.md');
const module = path.resolve(import.meta.dirname, '../../renderer/guide/guide.ts');

/** Puts docs/guide.md with its pictures into the page, as data: the page draws it, so nothing in it can be markup or a script. */
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

/** Reads the Markdown of the guide. Throws on what the page cannot draw, raw HTML above all. */
export function readGuide(markdown: string, findPicture: FindPicture): Guide {
  const ids = new Map<string, number>();
  const blocks = lexer(markdown).flatMap((token) => blockOf(token, findPicture, ids));
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

function blockOf(token: Token, findPicture: FindPicture, ids: Map<string, number>): Block[] {
  const inside = (tokens: readonly Token[]): Block[] =>
    tokens.flatMap((each) => blockOf(each, findPicture, ids));
  switch (token.type) {
    case 'space':
      return [];
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading;
      const inline = inlineOf(tokens);
      return [{ kind: 'heading', depth, id: idOf(textOf(inline), ids), inline }];
    }
    case 'paragraph':
    case 'text': {
      const { tokens = [] } = token as Tokens.Paragraph | Tokens.Text;
      const [first] = tokens;
      if (first?.type === 'image' && tokens.length === 1) {
        const { href, text } = first as Tokens.Image;
        return [{ kind: 'picture', picture: { ...findPicture(href), alt: text } }];
      }
      return [{ kind: 'paragraph', inline: inlineOf(tokens) }];
    }
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return [{ kind: 'list', isOrdered: ordered, items: items.map(({ tokens }) => inside(tokens)) }];
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: readonly Tokens.TableCell[]) => row.map(({ tokens }) => inlineOf(tokens));
      return [{ kind: 'table', head: cells(header), rows: rows.map(cells) }];
    }
    default:
      throw new Error(`The guide has a ${token.type}, which the page cannot draw: ${token.raw}`);
  }
}

function inlineOf(tokens: readonly Token[]): Inline[] {
  return tokens.flatMap((token): Inline[] => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return [{ kind: 'text', text: (token as Tokens.Text).text }];
      case 'codespan':
        return [{ kind: 'code', text: (token as Tokens.Codespan).text }];
      case 'strong':
        return [{ kind: 'strong', inline: inlineOf((token as Tokens.Strong).tokens) }];
      case 'em':
        return [{ kind: 'emphasis', inline: inlineOf((token as Tokens.Em).tokens) }];
      case 'link': {
        const { href, tokens: text } = token as Tokens.Link;
        const inline = inlineOf(text);
        // Other documents are not in the program; their names stay.
        return href.startsWith('#') ? [{ kind: 'link', to: href.slice(1), inline }] : inline;
      }
      default:
        throw new Error(`The guide has a ${token.type}, which the page cannot draw: ${token.raw}`);
    }
  });
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
