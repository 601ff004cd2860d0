import { currencyCodeOf } from '../../../../../contract/money/money.ts';
import { isZeroAmount } from '../../../../../contract/money/amount.ts';
import {
  likelyCandidates,
  StatementFormat,
  type Movement,
  type Statement,
} from '../../../../../contract/treasury/statement.ts';
import { momentText } from '../../../../../contract/text/clock.ts';
import {
  candidateText,
  notSearchedText,
  openingText,
  unexplainedText,
} from '../../../../../contract/text/treasury/statement-text.ts';
import { oneLine } from '../../../../../contract/text/one-line.ts';
import { amountIn, counted, countText, moneyText, shortened } from '../../../../../contract/text/numbers.ts';
import { profileOption, textOption, type Command, type Session } from '../../command.ts';
import { wrongUsage } from '../../failures.ts';
import { readPages } from '../../read-pages.ts';
import { writeNewFile } from '../../terminal/write-new-file.ts';
import { fieldLines, table, type Output } from '../../terminal/output.ts';
import { periodOptions, periodUsage, readPeriod } from './period.ts';

const movementsAtOnce = 5000;

type Which = { profileName?: string; currencyCode: string; from: string; until: string };

export const statement: Command = {
  name: 'statement',
  options: { ...periodOptions, currency: 'text', format: 'text', out: 'newFile' },
  usage: `statement --currency C ${periodUsage} [--out FILE] [--format ${StatementFormat.options.join('|')}]`,
  summary:
    'opening balance, movements, fees, closing balance, and unexplained differences; days are UTC; all formats except json need --out',
  run: ({ withBursar, output, options }) => {
    const currency = textOption(options, 'currency');
    if (currency === null) throw wrongUsage('--currency C is required.');
    const out = textOption(options, 'out');
    const format = StatementFormat.safeParse(textOption(options, 'format') ?? formatOf(out));
    if (!format.success) throw wrongUsage(`--format takes ${StatementFormat.options.join(', ')}.`);
    if (format.data !== 'json' && out === null)
      throw wrongUsage(`--out FILE is required with --format ${format.data}.`);
    const which = {
      ...profileOption(options),
      currencyCode: currencyCodeOf(currency),
      ...readPeriod(options),
    };
    return withBursar(async (session) => {
      if (out !== null) {
        const { bytes, movements } = await session.call('statement.export', {
          ...which,
          format: format.data,
        });
        await writeNewFile(out, bytes);
        output.json({ movements, file: out });
        output.print(`Saved the statement with ${counted(movements, 'movement')} to ${out}.`);
        return;
      }
      const read = await session.call('statement.read', which);
      const movements = await movementsOf(session, which);
      output.json({ ...read, movements });
      printStatement(output, read, movements);
    });
  },
};

export const statementExplain: Command = {
  name: 'statement explain',
  options: { currency: 'text', day: 'text', amount: 'text', note: 'text' },
  usage: 'statement explain --currency C --day DATE --amount A --note TEXT',
  summary: 'record why a difference arose on a day; the note goes into the audit log',
  run: ({ withBursar, output, options }) => {
    const [currency, day, amount, note] = ['currency', 'day', 'amount', 'note'].map((name) =>
      textOption(options, name),
    );
    if (!currency || !day || !amount || !note)
      throw wrongUsage('--currency, --day, --amount and --note are required.');
    return withBursar(async ({ call }) => {
      const { explanation } = await call('statement.explain', {
        ...profileOption(options),
        currencyCode: currencyCodeOf(currency),
        day,
        amount,
        note,
      });
      output.json(explanation);
      output.print(
        `Note saved for ${day}. It holds while the difference is ${moneyText({ amount: explanation.amount, currencyCode: currencyCodeOf(currency) })}.`,
      );
    });
  },
};

async function movementsOf({ call }: Session, which: Which): Promise<Movement[]> {
  const { found } = await readPages(movementsAtOnce, async (after: string | null, limit) => {
    const { movements: items, next } = await call('statement.movements', { ...which, after, limit });
    return { items, next };
  });
  return found;
}

function formatOf(out: string | null): string {
  if (out !== null && /\.csv$/i.test(out)) return 'csv';
  if (out !== null && /\.xlsx$/i.test(out)) return 'xlsx';
  if (out !== null && /\.pdf$/i.test(out)) return 'pdf';
  if (out !== null && /\.xml$/i.test(out)) return 'camt.053';
  return 'json';
}

function printStatement(output: Output, read: Statement, movements: readonly Movement[]): void {
  const { currencyCode } = read;
  const money = (amount: string | null): string =>
    amount === null ? 'not known' : amountIn(amount, currencyCode);
  output.print(
    fieldLines([
      ['Profile', `${read.profileName} (${read.environment})`],
      ['Period', `${read.from} to ${read.until}, UTC`],
      ['Opening', read.opening === null ? money(null) : `${money(read.opening)} ${currencyCode}`],
      ['', openingText(read)],
      ['In', money(read.in)],
      ['Out', money(read.out)],
      ['Fees', money(read.fees)],
      ['Closing', money(read.closing)],
      [
        'Reported',
        read.reportedAt === null
          ? 'no balance was read'
          : `${money(read.reported)} at ${momentText(read.reportedAt)}`,
      ],
      ['Unexplained', money(read.unexplained)],
      ['', unexplainedText(read)],
    ]),
  );
  if (movements.length > 0)
    output.print(
      `\n${table(
        ['At', 'Kind', 'Order ID', { right: 'Amount' }, { right: 'Fee' }, { right: 'Balance' }, 'Name'],
        movements.map(({ at, kind, id, amount, fee, balance, payee }) => [
          momentText(at),
          kind,
          shortened(id, 28),
          money(amount),
          fee === null ? '' : money(fee),
          balance === null ? '' : money(balance),
          oneLine(payee, 24),
        ]),
      )}`,
    );
  for (const { day, arisen, explanation, candidates } of read.days) {
    if (arisen === null || isZeroAmount(arisen)) continue;
    const known = explanation === null ? '' : ` Explained: ${explanation.note}`;
    output.remark(`${day}: ${money(arisen)} ${currencyCode} arose that no payment explains.${known}`);
    if (candidates === null) {
      output.remark(`  ${notSearchedText}`);
      continue;
    }
    const likely = likelyCandidates(candidates);
    for (const candidate of likely)
      output.remark(
        `  ${candidate.isSameAmount ? 'same amount' : 'possible'}: ${candidate.kind} ${candidate.id}, ${money(candidate.amount)}. ${candidateText(candidate.reason)}`,
      );
    if (candidates.length > likely.length)
      output.remark(`  ${countText(candidates.length - likely.length)} more with --json`);
  }
}
