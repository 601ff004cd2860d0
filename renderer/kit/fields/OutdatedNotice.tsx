import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { FieldsState } from './useFields.ts';

type OutdatedNoticeProps = { readonly of: Pick<FieldsState<unknown>, 'isOutdated' | 'showStored'> };

/** Says that the form's data was changed elsewhere while a person typed, and how to see it. */
export function OutdatedNotice({ of }: OutdatedNoticeProps) {
  if (!of.isOutdated) return null;
  return (
    <Alert
      severity="warning"
      sx={{ my: 1 }}
      action={
        <Button color="inherit" size="small" onClick={of.showStored}>
          Show saved values
        </Button>
      }
    >
      These values were changed elsewhere while you typed. Saving replaces that change.
    </Alert>
  );
}
