import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { attentionText, titleOfItem } from '../../contract/text/attention/attention-text.ts';
import { countItems, seenItem, type AttentionItem } from '../../contract/treasury/attention.ts';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { ShowMore } from '../kit/layout/ShowMore.tsx';
import { isDismissable, placeOf, toneOfItem } from './attention-places.ts';
import { useCurrentProfile } from '../queries/profiles.ts';
import { useAttention, useDismiss, useDismissOlderRecords } from '../queries/attention.ts';
import { useToast } from '../kit/messages/useToast.tsx';
import { useAcknowledgeTestFlag } from '../queries/settings.ts';

/** More wait behind a button: few are read at once. */
const mostShown = 20;

/** The attention items, each linked to its screen. */
export function Attention() {
  const attention = useAttention();
  const dismiss = useDismiss();
  const dismissOlder = useDismissOlderRecords();
  const items = attention.data ?? [];
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, mostShown);
  // Nothing is dismissed that nobody has seen.
  const canDismissAll = shown.length === items.length && items.filter(isDismissable).length > 1;
  return (
    <Section
      title="Needs attention"
      actions={
        canDismissAll ? (
          <Button size="small" color="inherit" onClick={() => dismiss.mutate({ seen: items.map(seenItem) })}>
            Dismiss all
          </Button>
        ) : undefined
      }
    >
      <ErrorNotice error={attention.error} onRetry={() => void attention.refetch()} />
      {attention.data !== undefined && items.length === 0 ? (
        <Box sx={{ color: 'text.secondary', padding: '8px 0' }}>
          Nothing. Rejected payouts, low balances and other items that need a person appear here.
        </Box>
      ) : null}
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {shown.map((item) => (
          <Item
            key={keyOf(item)}
            item={item}
            action={
              <>
                {item.kind === 'environmentContradicted' ? (
                  <AcknowledgeTestFlag profileName={item.profileName} />
                ) : null}
                {isDismissable(item) && (item.batchId !== null || isNamed.has(item.kind)) ? (
                  <Button
                    size="small"
                    color="inherit"
                    aria-label={`Dismiss: ${attentionText(item)}`}
                    onClick={() =>
                      item.kind === 'olderRecords'
                        ? dismissOlder.mutate({})
                        : dismiss.mutate({ seen: [seenItem(item)] })
                    }
                    sx={{ color: 'text.secondary', flex: 'none' }}
                  >
                    Dismiss
                  </Button>
                ) : null}
              </>
            }
          />
        ))}
      </Box>
      <ShowMore count={countItems(items.slice(shown.length))} onShow={() => setIsWhole(true)} />
    </Section>
  );
}

/** Kinds that are dismissed one by one although they name no batch; others stand for further ones of their kind then. */
const isNamed: ReadonlySet<AttentionItem['kind']> = new Set(['olderRecords', 'schedule']);

/** Identifies an item, and stays the same while its count changes. */
function keyOf(item: AttentionItem): string {
  const { kind, profileName, batchId, payment, currencyCode } = item;
  return JSON.stringify([
    kind,
    profileName,
    batchId,
    payment?.idPayment ?? payment?.kind,
    currencyCode,
    ...namesOf(item),
  ]);
}

function namesOf(item: AttentionItem): (string | undefined)[] {
  switch (item.kind) {
    case 'backgroundFailure':
      return [item.failure.task, item.failure.since];
    case 'schedule':
      return [item.fileName, item.scheduledFor];
    case 'approvalFile':
      return [item.file?.name];
    default:
      return [];
  }
}

function Item({ item, action }: { readonly item: AttentionItem; readonly action: ReactNode }) {
  const { profile } = useCurrentProfile();
  const place = placeOf(item, profile?.name);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1.25,
        padding: '9px 0',
        borderBottom: '1px solid',
        borderColor: 'hairline',
        fontSize: 13,
      }}
    >
      <Box
        aria-hidden
        sx={(theme) => ({
          flex: 'none',
          width: 8,
          height: 8,
          marginTop: '6px',
          borderRadius: '50%',
          backgroundColor: theme.vars?.palette.tone[toneOfItem(item)].fill,
        })}
      />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ fontWeight: 600 }}>
          {titleOfItem(item)}
          <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
            {item.profileName === '' ? '' : ` · ${item.profileName}`}
          </Box>
        </Box>
        {place === null ? (
          attentionText(item)
        ) : (
          <MuiLink
            component={Link}
            to={place}
            color="inherit"
            underline="always"
            sx={{ textDecorationColor: 'divider' }}
          >
            {attentionText(item)}
          </MuiLink>
        )}
      </Box>
      {action}
    </Box>
  );
}

/** Lets a person acknowledge that the gateway's test flag contradicts the environment of a profile. Bursar asks outside the page first (I5). */
function AcknowledgeTestFlag({ profileName }: { readonly profileName: string }) {
  const toast = useToast();
  const acknowledge = useAcknowledgeTestFlag(profileName, () =>
    toast.show('Acknowledged. Resume the paused batches to continue.'),
  );
  return (
    <Button size="small" color="inherit" onClick={acknowledge} sx={{ flex: 'none' }}>
      Acknowledge for this profile …
    </Button>
  );
}
