import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { ComponentType } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { treasuryViews, type TreasuryView } from '../../contract/window/places.ts';
import { Page } from '../kit/layout/Page.tsx';
import { Redirect } from '../kit/layout/Redirect.tsx';
import { NoMerchant } from '../kit/messages/NoMerchant.tsx';
import { useCurrentProfile } from '../queries/profiles.ts';
import { BalanceHistory } from './BalanceHistory.tsx';
import { Books } from './books/Books.tsx';
import { Flows } from './Flows.tsx';
import { Position } from './Position.tsx';
import { StatementView } from './StatementView.tsx';
import type { TreasuryProps } from './treasury-props.ts';

const contents: Readonly<Record<TreasuryView, ComponentType<TreasuryProps>>> = {
  position: Position,
  statement: StatementView,
  books: Books,
  flows: Flows,
  balances: BalanceHistory,
};

/** Current, past and projected money; each view has its own address. */
export function TreasuryPage() {
  const { view } = useParams();
  // Currency and period stay when switching views.
  const { search } = useLocation();
  const { profile, isKnown } = useCurrentProfile();
  const shown = treasuryViews.find(({ key }) => key === view);
  if (shown === undefined) return <Redirect to="/treasury/position" />;
  const Content = contents[shown.key];
  return (
    <Page title="Treasury">
      <Tabs
        variant="scrollable"
        value={shown.key}
        aria-label="Treasury"
        sx={{ borderBottom: 1, borderColor: 'divider' }}
      >
        {treasuryViews.map(({ key, label }) => (
          <Tab key={key} value={key} label={label} component={Link} to={`/treasury/${key}${search}`} />
        ))}
      </Tabs>
      {!isKnown ? null : profile === null ? (
        <NoMerchant what="Position, statements and flows belong to a merchant." />
      ) : (
        <Content key={profile.name} profile={profile} />
      )}
    </Page>
  );
}
