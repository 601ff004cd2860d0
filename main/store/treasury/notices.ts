import type { DismissedItem, TreasuryStore } from '../../core/ports/index.ts';
import { PaymentKind } from '../../../contract/payments/payment.ts';
import { Environment } from '../../../contract/profile.ts';
import { NoticeKind } from '../../../contract/treasury/attention.ts';
import type { Context } from '../context.ts';
import { choiceIn, integerIn, named, textIn, textOrNullIn, timeIn } from '../read-row.ts';
import { batchNumberOf } from '../payments/payment-id.ts';

/** The rank of a notice by kind, the most serious first. */
const gravity = `CASE notices.kind ${NoticeKind.options.map((kind, place) => `WHEN '${kind}' THEN ${place}`).join(' ')} END`;

/** Notices that a person dismisses. */
export function noticeMethods(context: Context) {
  const { connection, batchCache } = context;
  return {
    addNotice(kind, batchId, at) {
      const batchNumber = batchCache.numberOf(batchId);
      if (batchNumber !== null) add(context, kind, batchNumber, null, at);
    },

    withdrawNotices(kind, about, at) {
      const [condition, value] =
        'batchId' in about
          ? ['batchNumber = +?', batchCache.numberOf(about.batchId)]
          : ['name = ?', about.profileName];
      const withdrawn = connection.run(
        `UPDATE notices SET dismissedAt = ? WHERE noticeNumber IN (
           SELECT noticeNumber FROM notices INDEXED BY openNotices
             JOIN batches USING (batchNumber) JOIN profiles USING (profileNumber)
           WHERE dismissedAt IS NULL AND notices.kind = ? AND ${condition})`,
        at,
        kind,
        value,
      );
      return withdrawn > 0;
    },

    notices(limit, environment) {
      const rows = connection.all(
        `SELECT notices.kind, batchId, name, fileName, payments.kind AS paymentKind, idPayment, notices.at FROM notices
           JOIN batches USING (batchNumber) JOIN profiles USING (profileNumber)
           LEFT JOIN payments ON payments.paymentId = notices.paymentId
         WHERE dismissedAt IS NULL AND environment = coalesce(?, environment)
         ORDER BY ${gravity}, noticeNumber DESC LIMIT +?`,
        environment ?? null,
        limit,
      );
      return context.leftOut.readable(rows, (row) => {
        const idPayment = textOrNullIn(row, 'idPayment');
        return named(
          () => `a notice about batch ${textIn(row, 'batchId')}`,
          () => ({
            kind: choiceIn(row, 'kind', NoticeKind.options),
            batchId: textIn(row, 'batchId'),
            profileName: textIn(row, 'name'),
            fileName: textIn(row, 'fileName'),
            payment:
              idPayment === null
                ? null
                : { kind: choiceIn(row, 'paymentKind', PaymentKind.options), idPayment },
            at: timeIn(row, 'at'),
          }),
        );
      });
    },

    countNotices() {
      const rows = connection.all(
        `SELECT notices.kind, name, environment, count(*) AS count FROM notices INDEXED BY openNotices
           JOIN batches USING (batchNumber) JOIN profiles USING (profileNumber)
         WHERE dismissedAt IS NULL GROUP BY notices.kind, profileNumber`,
      );
      return rows.map((row) => ({
        kind: choiceIn(row, 'kind', NoticeKind.options),
        profileName: textIn(row, 'name'),
        environment: choiceIn(row, 'environment', Environment.options),
        count: integerIn(row, 'count'),
      }));
    },
  } satisfies Partial<TreasuryStore>;
}

/** Adds a notice about one payment, once until it is dismissed. */
export function addPaymentNotice(context: Context, kind: NoticeKind, paymentId: number, at: number): void {
  add(context, kind, batchNumberOf(paymentId), paymentId, at);
}

function add(
  { connection }: Context,
  kind: NoticeKind,
  batchNumber: number,
  paymentId: number | null,
  at: number,
): void {
  connection.run(
    `INSERT INTO notices (kind, batchNumber, paymentId, at) SELECT ?, ?, ?, ? WHERE NOT EXISTS (
       SELECT 1 FROM notices INDEXED BY openNotices
       WHERE batchNumber = +? AND kind = +? AND paymentId IS +? AND dismissedAt IS NULL)`,
    kind,
    batchNumber,
    paymentId,
    at,
    batchNumber,
    kind,
    paymentId,
  );
}

/** Marks the notices of a batch as seen, or those of one item. */
export function dismissNotices(
  { connection, batchCache }: Context,
  batchId: string,
  at: number,
  item: DismissedItem | null,
): void {
  connection.run(
    `UPDATE notices SET dismissedAt = ? WHERE batchNumber = +? AND dismissedAt IS NULL
       AND (+? IS NULL OR kind = +? AND (SELECT idPayment FROM payments WHERE payments.paymentId = notices.paymentId) IS +?)`,
    at,
    batchCache.numberOf(batchId),
    item?.kind ?? null,
    item?.kind ?? null,
    item?.idPayment ?? null,
  );
}
