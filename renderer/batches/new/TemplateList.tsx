import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { useState } from 'react';
import { Link } from 'react-router';
import { counted } from '../../../contract/text/numbers.ts';
import { Section } from '../../kit/layout/Section.tsx';
import { ConfirmDialog } from '../../kit/messages/ConfirmDialog.tsx';
import { When } from '../../kit/When.tsx';
import { useBatch } from '../../queries/batches.ts';
import { useTemplates } from '../../queries/settings.ts';
import { Totals } from '../Totals.tsx';

type TemplateListProps = {
  readonly profileName: string;
  readonly isDisabled: boolean;
  readonly onBegin: (name: string) => void;
};

/** Templates, each with its latest total; empty if there are none. */
export function TemplateList({ profileName, isDisabled, onBegin }: TemplateListProps) {
  const { templates, remove } = useTemplates(profileName);
  // The name stays while the dialog closes.
  const [removal, setRemoval] = useState({ name: '', isAsked: false });
  const close = () => setRemoval({ ...removal, isAsked: false });
  if (templates.length === 0) return null;
  return (
    <Section title="Templates" about="The rows of the last batch, with its amounts beside the new ones">
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderTop: 1, borderColor: 'divider' }}>
        {templates.map(({ name, batchId }) => (
          <Box
            component="li"
            key={name}
            data-actions
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 2,
              py: 1,
              borderBottom: 1,
              borderColor: 'divider',
              fontSize: 13,
            }}
          >
            <Box sx={{ flex: '1 1 180px', fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Box>
            <LastBatch batchId={batchId} />
            <Button
              size="small"
              color="inherit"
              aria-label={`Remove the template ${name}`}
              onClick={() => setRemoval({ name, isAsked: true })}
            >
              Remove
            </Button>
            <Button
              size="small"
              variant="outlined"
              disabled={isDisabled}
              aria-label={`Begin with ${name}`}
              onClick={() => onBegin(name)}
            >
              Begin
            </Button>
          </Box>
        ))}
      </Box>
      <ConfirmDialog
        isOpen={removal.isAsked}
        title={`Remove the template ${removal.name}?`}
        text="Its batches stay. To have it again, save one of them as a template."
        action="Remove template"
        onConfirm={() => {
          remove(removal.name);
          close();
        }}
        onCancel={close}
      />
    </Section>
  );
}

function LastBatch({ batchId }: { readonly batchId: string }) {
  const { data: batch } = useBatch(batchId);
  if (batch === undefined) return <Box sx={{ flex: '1 1 380px' }} />;
  const { fileName, rows, totals, releasedAt } = batch;
  return (
    <Box sx={{ flex: '1 1 380px', display: 'flex', flexWrap: 'wrap', columnGap: 2, color: 'text.secondary' }}>
      <Box sx={{ flex: 1, minWidth: 160 }}>
        last{' '}
        <MuiLink component={Link} to={`/batches/${batchId}`} color="inherit">
          {fileName}
        </MuiLink>
        {releasedAt === null ? null : (
          <>
            , <When at={releasedAt} />
          </>
        )}
      </Box>
      <span>{counted(rows, 'payout')}</span>
      <Totals totals={totals} most={1} />
    </Box>
  );
}
