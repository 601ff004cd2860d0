import type { Result } from '../../../contract/result.ts';

/** A document for people, on paper or screen. Every text is shown as it is; nothing in it is read as markup. */
export type PaperDocument = {
  readonly title: string;
  /** One line below the title. */
  readonly about: string;
  /** At the foot of every page, beside the page number. */
  readonly foot: string;
  /** Milliseconds since 1970; the same document of the same time has the same bytes. */
  readonly createdAt: number;
  /** Landscape, for wide tables. */
  readonly isWide: boolean;
  readonly parts: readonly PaperPart[];
};

export type PaperPart =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly isNotice?: boolean }
  /** Values with their names, below one another. */
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, value: string])[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly PaperColumn[];
      readonly rows: readonly (readonly string[])[];
    };

/** `share` is the part of the width that the column takes; without it, it is as wide as its longest cell. */
type PaperColumn = {
  readonly header: string;
  readonly share?: number;
  /** At the right, as figures are. */
  readonly isFigure?: boolean;
};

/** Writes documents that people read. */
export interface Documents {
  /**
   * The document as PDF, with a font for every script in wide use. Written in a thread of its own, about 3,000 table rows a second.
   * Fails where this installation lacks the typesetter for its system.
   */
  writePdf(document: PaperDocument): Promise<Result<Uint8Array>>;
}
