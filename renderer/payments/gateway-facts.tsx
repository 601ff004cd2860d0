import type { GatewayReport } from '../../contract/payments/payment.ts';
import { fact, type Fact } from '../kit/layout/Facts.tsx';
import { When } from '../kit/When.tsx';

/** The gateway's data about a payment, one fact per line. */
export function gatewayFacts({
  gatewayStatus,
  gatewayCreatedAt,
  processedAt,
  isTest,
}: GatewayReport & { readonly gatewayStatus: string | null }): Fact[] {
  return [
    fact('Gateway status', gatewayStatus ?? ''),
    gatewayCreatedAt === null ? null : ['Gateway created', <When key="gateway" at={gatewayCreatedAt} />],
    processedAt === null ? null : ['Gateway finished', <When key="finished" at={processedAt} />],
    fact('Gateway test flag', isTest === null ? '' : isTest ? 'Test payment' : 'Real payment'),
  ];
}
