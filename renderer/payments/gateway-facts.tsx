import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { gatewayMomentOf } from '../../contract/payments/gateway-time.ts';
import type { GatewayReport, PaymentState } from '../../contract/payments/payment.ts';
import { Amount } from '../kit/Amount.tsx';
import type { Fact } from '../kit/layout/Facts.tsx';
import { When } from '../kit/When.tsx';
import { mayReportLater } from './gateway-report.ts';

type Reported = GatewayReport & {
  readonly state: PaymentState;
  readonly gatewayStatus: string | null;
  readonly fee: { readonly amount: string; readonly currencyCode: string } | null;
};

/** The gateway's data about a payment, one fact per line. Each keeps its line while the gateway may still report it: nothing moves then. What it has reported may have been unreadable. */
export function gatewayFacts(payment: Reported): Fact[] {
  const { state, fee, gatewayStatus, gatewayCreatedAt, processedAt, isTest } = payment;
  // A time without a zone is in UTC, not in that of this computer.
  const time = (key: string, at: string | null): ReactNode =>
    at === null ? null : <When key={key} at={gatewayMomentOf(at)} />;
  const reported = (title: string, value: ReactNode): Fact => {
    if (value !== null) return [title, value];
    return mayReportLater(state) ? [title, <NotKnown key={title} />] : null;
  };
  return [
    reported('Fee', fee === null ? null : <Amount key="fee" {...fee} />),
    reported('Gateway status', gatewayStatus),
    reported('Gateway created', time('gateway', gatewayCreatedAt)),
    reported('Gateway finished', time('finished', processedAt)),
    reported('Gateway test flag', isTest === null ? null : isTest ? 'Test payment' : 'Real payment'),
  ];
}

function NotKnown() {
  return (
    <Box component="span" title="Not known yet" sx={{ color: 'text.secondary' }}>
      –
    </Box>
  );
}
