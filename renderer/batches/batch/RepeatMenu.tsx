import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { NameDialog } from '../../kit/messages/NameDialog.tsx';
import { useToast } from '../../kit/messages/useToast.tsx';
import type { BatchSummary } from '../../queries/batches.ts';
import { useTemplates } from '../../queries/settings.ts';
import { useShowSheet } from '../useShowSheet.ts';
import { useMenu } from '../../kit/useMenu.ts';

/** Begins a new batch with the rows of a released one, or saves it as a template. */
export function RepeatMenu({ batch }: { readonly batch: BatchSummary }) {
  const { batchId, fileName, profileName } = batch;
  const { button, menu, close } = useMenu();
  const [isNaming, setNaming] = useState(false);
  const toast = useToast();
  const { templates, isReady, put } = useTemplates(profileName, () =>
    toast.show('Template saved. Find it under New batch.'),
  );
  const repeat = useShowSheet();
  const choose = (act: () => void) => () => {
    close();
    act();
  };
  return (
    <>
      <Button {...button} variant="outlined" disabled={repeat.isPending}>
        {repeat.isPending ? 'Copying …' : 'Repeat'}
      </Button>
      <Menu {...menu}>
        <MenuItem onClick={choose(() => repeat.mutate({ profileName, source: { kind: 'repeat', batchId } }))}>
          <ListItemText
            primary="New batch with these rows"
            secondary="To edit and release, with these amounts beside the new ones"
          />
        </MenuItem>
        <MenuItem disabled={!isReady} onClick={choose(() => setNaming(true))}>
          <ListItemText
            primary="Save as template …"
            secondary="To begin with under New batch; follows the last batch released from it"
          />
        </MenuItem>
      </Menu>
      {isNaming && (
        <NameDialog
          noun="template"
          title="Save as template"
          action="Save template"
          name={fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '').slice(0, 100)}
          taken={templates.map(({ name }) => name)}
          onName={(name) => {
            setNaming(false);
            put(name, batchId);
          }}
          onCancel={() => setNaming(false)}
        />
      )}
    </>
  );
}
