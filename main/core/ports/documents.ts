import type { Result } from '../../../contract/result.ts';

/** A document for people, on paper or screen. Every text is shown literally; nothing in it is parsed as markup. */
export type PaperDocument = {
  readonly title: string;
  /** One line below the title. */
  readonly about: string;
  /** At the foot of every page, beside the page number. */
  readonly foot: string;
  /** Milliseconds since 1970; the same document with the same time has the same bytes. */
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

/** `share` is the column's share of the width; without it, the column is as wide as its longest cell. */
type PaperColumn = {
  readonly header: string;
  readonly share?: number;
  /** Right-aligned, like figures. */
  readonly isFigure?: boolean;
};

/** Writes documents that people read. */
export interface Documents {
  /**
   * The document as PDF, with a font for every widely used script. Written in its own thread, about 3,000 table rows a second.
   * Fails if this installation lacks the typesetter for its system.
   */
  writePdf(document: PaperDocument): Promise<Result<Uint8Array>>;
}
