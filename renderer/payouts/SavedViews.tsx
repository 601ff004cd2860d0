import BookmarkIcon from '@mui/icons-material/BookmarkBorder';
import CheckIcon from '@mui/icons-material/Check';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import RenameIcon from '@mui/icons-material/DriveFileRenameOutline';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import { useState } from 'react';
import { NameDialog } from '../kit/messages/NameDialog.tsx';
import type { SavedView } from '../../contract/payments/history.ts';
import { useToast } from '../kit/messages/useToast.tsx';
import type { ChangeView } from '../kit/useAddressView.ts';
import { useSavedViews } from '../queries/settings.ts';
import { isSameView, type PayoutView } from './view.ts';
import { useMenu } from '../kit/useMenu.ts';

const without =
  (name: string) =>
  (stored: readonly SavedView[]): SavedView[] =>
    stored.filter((each) => each.name !== name);

type Naming = { readonly kind: 'save' } | { readonly kind: 'rename'; readonly name: string };
type Props = { readonly view: PayoutView; readonly onShow: ChangeView<PayoutView> };

/** Named views: shown, saved, renamed, removed (and restored). */
export function SavedViews({ view, onShow }: Props) {
  const { views, save } = useSavedViews();
  const { button, menu, close } = useMenu();
  const [naming, setNaming] = useState<Naming | null>(null);
  const toast = useToast();
  const shown = views.find((each) => isSameView(each, view));

  const remove = (removed: SavedView) => {
    close();
    const place = views.indexOf(removed);
    const others = without(removed.name);
    const putBack = () => save((stored) => others(stored).toSpliced(place, 0, removed));
    save(others, () =>
      toast.show(`The view “${removed.name}” was removed.`, { label: 'Undo', onClick: putBack }),
    );
  };
  const nameIt = (name: string) => {
    setNaming(null);
    if (naming?.kind === 'rename')
      return save((stored) =>
        stored
          .filter((each) => each.name !== name || each.name === naming.name)
          .map((each) => (each.name === naming.name ? { ...each, name } : each)),
      );
    const saved = { name, filter: view.filter, order: view.order };
    const put = (stored: readonly SavedView[]) =>
      stored.some((each) => each.name === name)
        ? stored.map((each) => (each.name === name ? saved : each))
        : [...stored, saved];
    return save(put, () => toast.show(`The view “${name}” is saved.`));
  };
  const begin = (next: Naming) => {
    close();
    setNaming(next);
  };
  return (
    <>
      <Button
        {...button}
        variant="outlined"
        color="inherit"
        startIcon={<BookmarkIcon />}
        sx={{ maxWidth: 260, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {shown === undefined ? 'Views' : shown.name}
      </Button>
      <Menu {...menu} slotProps={{ paper: { sx: { minWidth: 260, maxWidth: 420 } } }}>
        {views.map((each) => (
          <MenuItem
            key={each.name}
            selected={each === shown}
            onClick={() => {
              close();
              onShow(() => each);
            }}
          >
            <ListItemIcon>{each === shown ? <CheckIcon fontSize="small" /> : null}</ListItemIcon>
            <ListItemText primary={each.name} slotProps={{ primary: { noWrap: true } }} />
          </MenuItem>
        ))}
        {views.length === 0 ? <MenuItem disabled>No saved views yet</MenuItem> : null}
        <Divider />
        <MenuItem onClick={() => begin({ kind: 'save' })}>
          <ListItemIcon>
            <BookmarkIcon fontSize="small" />
          </ListItemIcon>
          Save this view …
        </MenuItem>
        {shown === undefined ? null : (
          <MenuItem onClick={() => begin({ kind: 'rename', name: shown.name })}>
            <ListItemIcon>
              <RenameIcon fontSize="small" />
            </ListItemIcon>
            Rename “{shown.name}” …
          </MenuItem>
        )}
        {shown === undefined ? null : (
          <MenuItem onClick={() => remove(shown)}>
            <ListItemIcon>
              <DeleteIcon fontSize="small" />
            </ListItemIcon>
            Remove “{shown.name}”
          </MenuItem>
        )}
      </Menu>
      {naming === null ? null : (
        <NameDialog
          noun="view"
          title={naming.kind === 'save' ? 'Save this view' : `Rename “${naming.name}”`}
          action={naming.kind === 'save' ? 'Save view' : 'Rename view'}
          name={naming.kind === 'rename' ? naming.name : ''}
          taken={views
            .map(({ name }) => name)
            .filter((name) => naming.kind === 'save' || name !== naming.name)}
          onName={nameIt}
          onCancel={() => setNaming(null)}
        />
      )}
    </>
  );
}
