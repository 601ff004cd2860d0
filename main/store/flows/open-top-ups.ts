import type { FlowStore, OpenTopUp } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { idsPerBatch } from '../payments/payment-id.ts';
import { readFee } from '../payments/read-payment.ts';
import { profileNumberOf } from '../profiles/profile-number.ts';
import { decimalIn, integerIn, integerOrNullIn, stateIn, textIn } from '../read-row.ts';
import { isOpen } from './read-flows.ts';

/** See FlowStore. */
export function openTopUps(
  { connection }: Context,
  keyId: string,
  { after, limit }: Parameters<FlowStore['openTopUps']>[1],
): OpenTopUp[] {
  const rows = connection.all(
    `SELECT flowPayments.paymentId AS paymentId, flows.state AS state, flows.paymentMethodCode AS paymentMethodCode,
       payments.amount AS amount, payments.currencyCode AS currencyCode, firstSentAt,
       lives.feeAmount AS feeAmount, lives.feeCurrencyCode AS feeCurrencyCode,
       CASE WHEN lives.gatewayStatus IS NOT NULL THEN answeredAt END AS openAt
     FROM flows INDEXED BY openFlows CROSS JOIN flowPayments INDEXED BY paymentsOfFlow USING (flowNumber)
       CROSS JOIN payments ON payments.paymentId = flowPayments.paymentId
       CROSS JOIN lives ON lives.paymentId = flowPayments.paymentId
       CROSS JOIN incoming ON incoming.batchNumber = flowPayments.paymentId / ${idsPerBatch}
     WHERE flows.profileNumber = +? AND ${isOpen} AND flows.state <> 'awaited' AND flows.kind = 'topup'
       AND flowPayments.paymentId > +?
     ORDER BY flowPayments.paymentId LIMIT +?`,
    profileNumberOf(connection, keyId),
    after,
    limit,
  );
  return rows.map((row) => ({
    paymentId: integerIn(row, 'paymentId'),
    state: stateIn(row, 'state'),
    paymentMethodCode: textIn(row, 'paymentMethodCode'),
    amount: decimalIn(row, 'amount'),
    currencyCode: textIn(row, 'currencyCode'),
    fee: readFee(row),
    firstSentAt: integerOrNullIn(row, 'firstSentAt'),
    openAt: integerOrNullIn(row, 'openAt'),
  }));
}
