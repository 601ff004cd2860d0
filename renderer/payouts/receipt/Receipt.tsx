import { styled } from '@mui/material/styles';
import type { PayoutDetail } from '../../../contract/payments/payment.ts';
import type { Profile } from '../../../contract/profile.ts';
import { moneyText } from '../../../contract/text/numbers.ts';
import { wholeTime } from '../../kit/times.ts';
import { receiptFacts, receiptSentence } from './receipt-text.ts';

/** Paper is light whatever the theme of the window. */
const Paper = styled('article')({
  boxSizing: 'border-box',
  width: 'min(100%, 720px)',
  padding: '48px 56px',
  backgroundColor: '#ffffff',
  color: '#1c1b19',
  border: '1px solid #d8d5cf',
  borderRadius: 8,
  fontSize: 14,
  lineHeight: 1.5,
  fontVariantNumeric: 'tabular-nums',
  '& header': { display: 'flex', justifyContent: 'space-between', gap: 24 },
  '& h2': { margin: 0, fontSize: 20, fontWeight: 600 },
  '& dl': {
    display: 'grid',
    gridTemplateColumns: '170px minmax(0, 1fr)',
    rowGap: 8,
    margin: '28px 0 0',
    borderTop: '1px solid #d8d5cf',
    paddingTop: 20,
  },
  '& dt': { color: '#5c5952' },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
  '& dd[data-mono="true"]': { fontFamily: "'IBM Plex Mono', monospace", fontSize: 13 },
  '& footer': { marginTop: 32, color: '#5c5952', fontSize: 12 },
});

const Sum = styled('p')({ margin: '28px 0 4px', fontSize: 28, fontWeight: 600, overflowWrap: 'anywhere' });
const Quiet = styled('div')({ color: '#5c5952' });

type ReceiptProps = {
  readonly payout: PayoutDetail;
  /** Null if the profile was removed since. */
  readonly profile: Profile | null;
};

export function Receipt({ payout, profile }: ReceiptProps) {
  const { money, environment } = payout;
  return (
    <Paper data-receipt aria-label="Receipt">
      <header>
        <div>
          <h2>{payout.state === 'paid' ? 'Payout receipt' : 'Payout record'}</h2>
          <Quiet>{profile === null ? payout.profileName : `Merchant ${profile.merchantCode}`}</Quiet>
        </div>
        {environment === 'sandbox' ? <strong>SANDBOX · no real money</strong> : null}
      </header>
      <Sum>{moneyText(money)}</Sum>
      <div>{receiptSentence(payout)}</div>
      <dl>
        {receiptFacts(payout).map(({ title, value, isMono = false }) => (
          <div key={title} style={{ display: 'contents' }}>
            <dt>{title}</dt>
            <dd data-mono={isMono}>{value}</dd>
          </div>
        ))}
      </dl>
      <footer>Created by Bursar from its own records, {wholeTime(new Date().toISOString())}.</footer>
    </Paper>
  );
}
