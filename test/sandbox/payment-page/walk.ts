/** A page as a customer without JavaScript has it before them. */
export type Seen = {
  /** The address that the browser shows. */
  readonly address: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
};

type Field = { readonly name: string; readonly value: string; readonly isHidden: boolean };
type Button = {
  readonly words: string;
  readonly action: string;
  readonly field: readonly [string, string] | null;
};
type FormOfPage = { readonly fields: readonly Field[]; readonly buttons: readonly Button[] };

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function plain(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '');
}

/** What a person reads on it: no tags, single spaces. */
export function wordsOf({ html }: Pick<Seen, 'html'>): string {
  return plain(html.replace(/^.*<\/head>/s, '').replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export function headingOf({ html }: Pick<Seen, 'html'>): string {
  return plain(/<h1>(.*?)<\/h1>/s.exec(html)?.[1] ?? '');
}

/** Opens an address, as a link does; redirections are followed as a browser follows them. */
export function visit(address: string): Promise<Seen> {
  return load(address, null);
}

/** Presses a button, with what was typed and chosen beside what the form holds already. */
export function press(seen: Seen, words: string, typed: Record<string, string> = {}): Promise<Seen> {
  for (const form of formsOf(seen)) {
    const button = form.buttons.find((one) => one.words === words);
    if (button === undefined) continue;
    const body = new URLSearchParams();
    for (const { name, value } of form.fields) body.append(name, value);
    for (const [name, value] of Object.entries(typed)) body.set(name, value);
    if (button.field !== null) body.append(...button.field);
    return load(new URL(button.action, seen.address).href, body);
  }
  throw new Error(`there is no button “${words}” on: ${wordsOf(seen)}`);
}

export function buttonsOf(seen: Seen): string[] {
  return formsOf(seen).flatMap(({ buttons }) => buttons.map(({ words }) => words));
}

/** Names and values of the fields that a customer sees. */
export function entriesOf(seen: Seen): Record<string, string> {
  const fields = formsOf(seen).flatMap((form) => form.fields.filter(({ isHidden }) => !isHidden));
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

/** Words of the options to choose from, the chosen one in brackets. */
export function optionsOf({ html }: Seen): string[] {
  return [...html.matchAll(/<label class="option">(.*?)<\/label>/gs)].map(([, inside = '']) => {
    const words = plain(inside.replaceAll(/<[^>]*>/g, '')).trim();
    return attributesOf(inside).has('checked') ? `[${words}]` : words;
  });
}

/** The value that stands for an option in the form. */
export function optionValue({ html }: Seen, words: string): string {
  const labels = [...html.matchAll(/<label class="option">(.*?)<\/label>/gs)];
  const label = labels.find(([, inside = '']) => plain(inside).includes(words))?.[1];
  if (label === undefined) throw new Error(`there is no option “${words}”`);
  return attributesOf(label).get('value') ?? '';
}

async function load(address: string, body: URLSearchParams | null): Promise<Seen> {
  const answer = await fetch(address, { method: body === null ? 'GET' : 'POST', body, redirect: 'manual' });
  const html = await answer.text();
  const location = answer.headers.get('location');
  if (answer.status === 303 && location !== null) return load(new URL(location, address).href, null);
  return { address, status: answer.status, headers: answer.headers, html };
}

function formsOf({ html }: Seen): FormOfPage[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, head = '', inside = '']) => ({
    fields: [...inside.matchAll(/<input\b[^>]*>/g)].flatMap(([input]) => fieldOf(attributesOf(input))),
    buttons: [...inside.matchAll(/<button\b([^>]*)>(.*?)<\/button>/gs)].map(([, own = '', words = '']) => {
      const attributes = attributesOf(own);
      const name = attributes.get('name');
      return {
        words: plain(words).trim(),
        action: attributes.get('formaction') ?? attributesOf(head).get('action') ?? '',
        field: name === undefined ? null : ([name, attributes.get('value') ?? ''] as const),
      };
    }),
  }));
}

function fieldOf(attributes: ReadonlyMap<string, string>): Field[] {
  if (attributes.get('type') === 'radio' && !attributes.has('checked')) return [];
  return [
    {
      name: attributes.get('name') ?? '',
      value: attributes.get('value') ?? '',
      isHidden: attributes.get('type') === 'hidden',
    },
  ];
}

function attributesOf(tag: string): Map<string, string> {
  return new Map(
    [...tag.matchAll(/\s([a-z-]+)(?:="([^"]*)")?(?=[\s/>]|$)/g)].map(([, name = '', value = '']) => [
      name,
      plain(value),
    ]),
  );
}
