import RefreshIcon from '@mui/icons-material/RefreshOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { CodeListName, type CodeList } from '../../contract/reference.ts';
import { countText } from '../../contract/text/numbers.ts';
import { useCurrentProfile } from '../queries/profiles.ts';
import { NoMerchant } from '../kit/messages/NoMerchant.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { Page } from '../kit/layout/Page.tsx';
import { Redirect } from '../kit/layout/Redirect.tsx';
import { Progress } from '../kit/messages/Progress.tsx';
import { SearchField } from '../kit/fields/SearchField.tsx';
import { Toolbar } from '../kit/layout/Toolbar.tsx';
import { When } from '../kit/When.tsx';
import { useLater } from '../kit/fields/useLater.ts';
import { useShortcut } from '../kit/shortcuts/useShortcut.tsx';
import { CodeTable } from './CodeTable.tsx';
import { MerchantFacts } from './MerchantFacts.tsx';
import { titleOfList } from './code-order.ts';
import { useCodeLists, useRefreshReference, useStoredMerchant } from '../queries/reference.ts';

/** The gateway's codes, list by list, and its merchant information; from the store, so that they are available offline too. */
export function ReferencePage() {
  const { list } = useParams();
  const { profile, isKnown } = useCurrentProfile();
  const named = CodeListName.safeParse(list);
  if (!named.success) return <Redirect to="/reference/currencies" />;
  if (profile === null)
    return (
      <Page title="Reference">{isKnown ? <NoMerchant what="Code lists belong to a merchant." /> : null}</Page>
    );
  return <ReferenceOf key={profile.name} profileName={profile.name} shown={named.data} />;
}

type ReferenceOfProps = { readonly profileName: string; readonly shown: CodeListName };

function ReferenceOf({ profileName, shown }: ReferenceOfProps) {
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const reference = useCodeLists(profileName);
  const merchant = useStoredMerchant(profileName);
  const refresh = useRefreshReference(profileName, reference, merchant.data);
  useShortcut('r', refresh.ask, 'Refresh the code lists');
  const isLong = useLater(refresh.isAsking);
  const list = reference.lists[shown];
  const error = refresh.isAsking ? null : (refresh.error ?? reference.storedError);
  return (
    <Page
      title="Reference"
      about="The codes that this merchant's gateway uses. Click a code to copy it."
      isFilling
      actions={
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<RefreshIcon />}
          disabled={refresh.isAsking}
          onClick={refresh.ask}
          sx={{ minWidth: 136 }}
        >
          {isLong ? 'Refreshing …' : 'Refresh'}
        </Button>
      }
    >
      <Box sx={{ minHeight: 42, flex: 'none' }}>
        {merchant.data === undefined ? null : <MerchantFacts merchant={merchant.data} />}
      </Box>
      <ErrorNotice error={error} onRetry={refresh.error === null ? reference.again : refresh.ask} />
      <Tabs
        value={shown}
        onChange={(_event, next: unknown) => void navigate(`/reference/${String(next)}`)}
        aria-label="Lists"
        variant="scrollable"
        sx={{ flex: 'none', borderBottom: '1px solid', borderColor: 'divider', marginBottom: '-8px' }}
      >
        {CodeListName.options.map((name) => (
          <Tab
            key={name}
            id={`list-${name}`}
            value={name}
            label={tabLabel(titleOfList[name], reference.lists[name])}
            {...(name === shown ? { 'aria-controls': 'list' } : {})}
          />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id="list"
        aria-labelledby={`list-${shown}`}
        sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', gap: 1 }}
      >
        <Toolbar label="Codes">
          <SearchField value={search} onChange={setSearch} label="Search codes and names" width={300} />
          <Box sx={{ flex: 1 }} />
          {isLong ? (
            <Box sx={{ width: 260 }}>
              <Progress
                done={refresh.progress?.done ?? 0}
                total={refresh.progress?.total ?? null}
                label="Asking the gateway"
              />
            </Box>
          ) : (
            <AsOf list={list} />
          )}
        </Toolbar>
        <CodeTable
          key={shown}
          list={list}
          title={titleOfList[shown]}
          search={search}
          isAsking={refresh.isAsking}
        />
      </Box>
    </Page>
  );
}

function tabLabel(title: string, list: CodeList | undefined): string {
  if (list === undefined || list.asOf === null) return title;
  const news = list.codes.filter(({ isNew }) => isNew).length;
  const count = `${title} ${countText(list.codes.filter(({ isGone }) => !isGone).length)}`;
  return news === 0 ? count : `${count}, ${countText(news)} new`;
}

function AsOf({ list }: { readonly list: CodeList | undefined }) {
  if (list === undefined) return null;
  return (
    <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
      {list.asOf === null ? (
        'Not loaded yet'
      ) : (
        <>
          As of <When at={list.asOf} />
        </>
      )}
    </Box>
  );
}
