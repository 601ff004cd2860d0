import { isZeroAmount } from '../../../../contract/money/amount.ts';
import { succeed } from '../../../../contract/result.ts';
import { amountIn, counted, countText, moneyText } from '../../../../contract/text/numbers.ts';
import {
  candidateText,
  notSearchedText,
  openingText,
  unexplainedText,
} from '../../../../contract/text/treasury/statement-text.ts';
import { capitalised, kindText } from '../../../../contract/text/states.ts';
import {
  hasArisen,
  likelyCandidates,
  type Candidate,
  type Movement,
  type Statement,
  type StatementDay,
} from '../../../../contract/treasury/statement.ts';
import { rowsOnPaper } from '../../payments/paper.ts';
import { momentText } from '../../../../contract/text/clock.ts';
import type { Documents, PaperPart, StatementWriter } from '../../ports/index.ts';

/** The printable statement, as PDF. Unexplained differences come before everything else. */
export function beginStatementPaper(
  files: Pick<Documents, 'writePdf'>,
  statement: Statement,
  now: number,
): StatementWriter {
  const listed: Movement[] = [];
  let count = 0;
  return {
    add: (movements) => {
      count += movements.length;
      listed.push(...movements.slice(0, rowsOnPaper - listed.length));
      return Promise.resolve(succeed(null));
    },
    finish: () => {
      const { profileName, merchantCode, environment, currencyCode, from, until } = statement;
      return files.writePdf({
        title: `Statement in ${currencyCode}, ${from} to ${until}`,
        about: `Profile ${profileName}, merchant ${merchantCode}${environment === 'sandbox' ? ' (sandbox, no real money)' : ''} · days in UTC · as of ${momentText(now)}`,
        foot: `Statement of ${profileName} in ${currencyCode} · printed by Bursar on ${momentText(now)}`,
        createdAt: now,
        isWide: true,
        parts: [
          differencePart(statement),
          { kind: 'facts', facts: factsOf(statement) },
          ...differenceParts(statement),
          { kind: 'heading', text: 'Days' },
          daysPart(statement),
          { kind: 'heading', text: 'Movements' },
          ...movementParts(statement, listed, count),
        ],
      });
    },
  };
}

function differencePart(statement: Statement): PaperPart {
  const { unexplained, days } = statement;
  const isClear = unexplained !== null && isZeroAmount(unexplained) && !days.some(hasArisen);
  return { kind: 'text', text: unexplainedText(statement), isNotice: !isClear };
}

function factsOf(statement: Statement): (readonly [string, string])[] {
  const { currencyCode, opening, closing, reported, reportedAt, sinceReported, unexplained } = statement;
  const money = (amount: string | null): string =>
    amount === null ? 'not known' : moneyText({ amount, currencyCode });
  return [
    ['Opening balance', money(opening)],
    ['', openingText(statement)],
    ['In', money(statement.in)],
    ['Out', money(statement.out)],
    ['Fees', money(statement.fees)],
    ['Closing balance', money(closing)],
    [
      'Reported by the gateway',
      reported === null || reportedAt === null
        ? 'no balance was read'
        : `${money(reported)}, read on ${momentText(reportedAt)}`,
    ],
    ...(sinceReported === null || sinceReported.count === 0
      ? []
      : [
          [
            'Moved since then',
            `${money(sinceReported.amount)} with fees, ${counted(sinceReported.count, 'movement')}`,
          ] as const,
        ]),
    ['Unexplained difference', money(unexplained)],
  ];
}

/** Each day with an unexplained difference, with people's notes and the possible causes. */
function differenceParts({ days, currencyCode }: Statement): PaperPart[] {
  const arisen = days.filter(hasArisen);
  if (arisen.length === 0) return [];
  const money = (amount: string): string => moneyText({ amount, currencyCode });
  return [
    { kind: 'heading', text: 'Unexplained differences' },
    {
      kind: 'table',
      columns: [
        { header: 'Day' },
        { header: 'Difference', isFigure: true },
        { header: 'Explanation', share: 2 },
        { header: 'Payments that may have caused it', share: 3 },
      ],
      rows: arisen.map(({ day, arisen: amount, explanation, candidates }) => [
        day,
        money(amount ?? '0'),
        explanation?.note ?? 'none',
        candidatesText(candidates, currencyCode),
      ]),
    },
  ];
}

function candidatesText(candidates: readonly Candidate[] | null, currencyCode: string): string {
  if (candidates === null) return notSearchedText;
  if (candidates.length === 0) return 'none found';
  const named = likelyCandidates(candidates).map(({ kind, id, amount, isSameAmount, reason }) => {
    const money = moneyText({ amount, currencyCode });
    return `${capitalised(kindText(kind))} ${id}, ${money}${isSameAmount ? ' (same amount)' : ''}. ${candidateText(reason)}`;
  });
  const more = candidates.length - named.length;
  return [...named, ...(more === 0 ? [] : [`${more} more are in the JSON export.`])].join(' ');
}

function daysPart({ days, currencyCode }: Statement): PaperPart {
  const money = (amount: string | null): string => (amount === null ? '–' : amountIn(amount, currencyCode));
  const figures: readonly (readonly [header: string, of: (day: StatementDay) => string | null])[] = [
    ['Opening', ({ opening }) => opening],
    ['Moved', ({ amount }) => amount],
    ['Fees', ({ fees }) => fees],
    ['Closing', ({ closing }) => closing],
    ['Reported', ({ reported }) => reported],
    ['Moved since', ({ sinceReported }) => sinceReported?.amount ?? null],
    ['Unexplained', ({ unexplained }) => unexplained],
  ];
  return {
    kind: 'table',
    columns: [
      { header: 'Day' },
      // By the longest amount, so that one of 18 decimals is not broken over two lines.
      ...figures.map(([header, of]) => ({
        header,
        share: Math.max(header.length, ...days.map((day) => money(of(day)).length)),
        isFigure: true,
      })),
    ],
    rows: days.map((day) => [day.day, ...figures.map(([, of]) => money(of(day)))]),
  };
}

function movementParts({ currencyCode }: Statement, listed: readonly Movement[], count: number): PaperPart[] {
  if (count === 0) return [{ kind: 'text', text: 'Nothing moved.' }];
  const money = (amount: string): string => amountIn(amount, currencyCode);
  const table: PaperPart = {
    kind: 'table',
    columns: [
      { header: 'Time (UTC)' },
      { header: 'Kind' },
      { header: 'Order ID', share: 3 },
      { header: 'Name', share: 3 },
      { header: 'Reference', share: 2 },
      { header: 'Amount', isFigure: true },
      { header: 'Fee', isFigure: true },
      { header: 'Balance', isFigure: true },
    ],
    rows: listed.map(({ at, kind, id, payee, reference, amount, fee, balance }) => [
      at.slice(0, 19).replace('T', ' '),
      kind === 'fee' ? 'fee' : kindText(kind),
      id,
      payee,
      reference,
      money(amount),
      fee === null ? '–' : money(fee),
      balance === null ? '–' : money(balance),
    ]),
  };
  const leftOut = count - listed.length;
  return leftOut === 0
    ? [{ kind: 'text', text: `${counted(count, 'movement')}.` }, table]
    : [
        {
          kind: 'text',
          isNotice: true,
          text: `The first ${countText(listed.length)} of ${countText(count)} movements. The sums above hold all of them; the CSV, Excel and camt.053 exports list the other ${countText(leftOut)}.`,
        },
        table,
      ];
}
