import Button from '@mui/material/Button';
import { countText } from '../../../contract/text/numbers.ts';

type ShowMoreProps = { readonly count: number; readonly onShow: () => void };

/** Shows the rest of a list in place; nothing if none is left. */
export function ShowMore({ count, onShow }: ShowMoreProps) {
  if (count <= 0) return null;
  return (
    <Button size="small" color="inherit" onClick={onShow} sx={{ marginTop: 0.5, marginLeft: '-5px' }}>
      Show {countText(count)} more
    </Button>
  );
}
