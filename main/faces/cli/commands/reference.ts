import { momentText } from '../../../../contract/text/clock.ts';
import { codesFor, CodeListName, type KnownCode } from '../../../../contract/reference.ts';
import { profileOption, textOption, type Command } from '../command.ts';
import { withAdvice, wrongUsage } from '../failures.ts';
import { table } from '../terminal/output.ts';

const codes: Command = {
  name: 'codes',
  arguments: [{ name: 'currencies|segments|operators|methods' }],
  options: { refresh: 'flag', search: 'text' },
  usage: 'codes currencies|segments|operators|methods [--refresh] [--search TEXT]',
  summary: 'code lists of the gateway; loaded the first time and with --refresh',
  run: ({ withBursar, output, options, arguments: [listText = ''] }) => {
    const named = CodeListName.safeParse(listText);
    if (!named.success) throw wrongUsage('Name a list: currencies, segments, operators or methods.');
    const list = named.data;
    const search = textOption(options, 'search') ?? '';
    return withBursar(async ({ call }) => {
      const profile = profileOption(options);
      const found = await storedOrAsked({
        isRefreshed: options['refresh'] === true,
        stored: () => call('codes.stored', { ...profile, list }),
        ask: () => call('codes.refresh', { ...profile, lists: [list] }),
      });
      const shown = codesFor(found.codes, search);
      output.json({ ...found, codes: shown });
      if (shown.length > 0)
        output.print(
          table(
            ['Code', 'Name', ''],
            shown.map((code) => [code.code, code.name ?? '', markOf(code)]),
          ),
        );
      else output.print(found.codes.length === 0 ? 'No codes.' : 'No matches.');
      if (found.asOf !== null) output.print(`As of ${momentText(found.asOf)}.`);
    });
  },
};

const merchant: Command = {
  name: 'merchant',
  options: { refresh: 'flag' },
  usage: 'merchant [--refresh]',
  summary: 'merchant details at the gateway; loaded the first time and with --refresh',
  run: ({ withBursar, output, options }) =>
    withBursar(async ({ call }) => {
      const profile = profileOption(options);
      const found = await storedOrAsked({
        isRefreshed: options['refresh'] === true,
        stored: () => call('merchant.stored', profile),
        ask: () => call('merchant.refresh', profile),
      });
      output.json(found);
      output.print(
        table(
          ['Merchant', ''],
          [
            ['Code', found.merchantCode ?? ''],
            ['Name', found.merchantName ?? ''],
            ['Channel name', found.channelName ?? ''],
          ],
        ),
      );
      if (found.asOf !== null) output.print(`As of ${momentText(found.asOf)}.`);
    }),
};

export const referenceCommands: readonly Command[] = [codes, merchant];

/**
 * The stored data, loaded first if requested or if nothing is stored yet. If the gateway does not answer, the
 * error says what is stored anyway, or what to do.
 */
async function storedOrAsked<Kept extends { readonly asOf: string | null }>(way: {
  readonly isRefreshed: boolean;
  readonly stored: () => Promise<Kept>;
  readonly ask: () => Promise<unknown>;
}): Promise<Kept> {
  const stored = await way.stored();
  if (stored.asOf !== null && !way.isRefreshed) return stored;
  try {
    await way.ask();
  } catch (thrown) {
    throw withAdvice(thrown, whatIsStored(stored.asOf));
  }
  return way.stored();
}

function whatIsStored(asOf: string | null): string {
  return asOf === null
    ? 'Not loaded yet. Run this again; once it is loaded, it is shown without a network, too.'
    : `The stored copy is from ${asOf}: leave out --refresh to see it.`;
}

function markOf({ isNew, isGone }: KnownCode): string {
  if (isGone) return 'gone';
  return isNew ? 'new' : '';
}
