/** Trusted HTML: only `html` creates it, so that everything else put into a page is escaped. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type { Html };

/** The values allowed in a template. Absent values give an empty text; lists are concatenated. */
type Piece = string | Html | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Control characters that are not allowed in HTML. Tabs and line ends are kept. */
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Escapes text for use between tags and within double quotes. */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(forbidden, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

function isHtml(piece: Piece): piece is Html {
  return piece instanceof Html;
}

function textOf(piece: Piece): string {
  if (typeof piece === 'string') return escapeText(piece);
  return isHtml(piece) ? piece.text : piece.map(({ text }) => text).join('');
}

/** HTML of a template; every text put into it is escaped. Attributes are written in double quotes. */
export function html(template: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  const parts = template.map(
    (part, place) => part + (place < pieces.length ? textOf(pieces[place] ?? '') : ''),
  );
  return new Html(parts.join(''));
}

/** Empty HTML, for an omitted part of a page. */
export const nothing: Html = html``;
