import type { StatusLink } from './parameters.ts';

/** What the page's server answers. */
export type Reply =
  | {
      readonly kind: 'page';
      readonly status: number;
      readonly page: string;
      /** After how many seconds the browser refreshes; null for never. */
      readonly refreshSecs: number | null;
    }
  /** A redirect to another address of the page, so that a reload repeats nothing. */
  | { readonly kind: 'elsewhere'; readonly path: string };

export function show(status: number, page: string, refreshSecs: number | null = null): Reply {
  return { kind: 'page', status, page, refreshSecs };
}

/** The page's own addition to the address of its status view: what the customer has just done. */
const notices = ['waiting', 'referenceMissing', 'referenceRefused'] as const;
export type Notice = (typeof notices)[number];
const noticeParameter = 'notice';

/** To the status view. Its address contains the token, as the interface defines it. */
export function seeStatus({ idPayin, token, currencyCode }: StatusLink, notice: Notice | null = null): Reply {
  const query = new URLSearchParams({ idPayin, token, currencyCode });
  if (notice !== null) query.set(noticeParameter, notice);
  return { kind: 'elsewhere', path: `/status?${query}` };
}

export function readNotice(query: URLSearchParams): Notice | null {
  return notices.find((notice) => notice === query.get(noticeParameter)) ?? null;
}
