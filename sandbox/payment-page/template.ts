/** Text that is HTML already: made by `html` alone, so that whatever else is put into a page is escaped. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type { Html };

/** What may stand in a template. An empty text for what is not there; a list is put one after the other. */
type Piece = string | Html | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Control characters that no HTML text may hold. Tabs and line ends stay. */
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Text as it may stand between tags and within double quotes: nothing in it ends either. */
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

/** Nothing, where a piece of a page is left out. */
export const nothing: Html = html``;
