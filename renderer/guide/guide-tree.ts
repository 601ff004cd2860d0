/** The guide as the build parses docs/guide.md: it can contain only these parts. */
export type Guide = {
  /** Headings of the second level, for the table of contents. */
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  readonly blocks: readonly Block[];
};

export type Block =
  | {
      readonly kind: 'heading';
      readonly depth: number;
      readonly id: string;
      readonly inline: readonly Inline[];
    }
  | { readonly kind: 'paragraph'; readonly inline: readonly Inline[] }
  | { readonly kind: 'picture'; readonly picture: Picture }
  | {
      readonly kind: 'list';
      readonly isOrdered: boolean;
      readonly items: readonly (readonly Block[])[];
    }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    };

export type Picture = {
  /** The address of the file in the built page. */
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
};

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly inline: readonly Inline[] }
  /** To a heading of the guide. */
  | { readonly kind: 'link'; readonly to: string; readonly inline: readonly Inline[] };
