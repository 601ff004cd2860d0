import { useColorScheme } from '@mui/material/styles';
import { useEffect, type ReactNode } from 'react';
import { useSettings } from '../queries/settings.ts';
import { DensityContext } from '../kit/table/density.ts';

/** Light or dark, and the row density, as the person set them. */
export function Appearance({ children }: { readonly children: ReactNode }) {
  const { setMode } = useColorScheme();
  const settings = useSettings().data;
  const appearance = settings?.appearance;
  useEffect(() => {
    if (appearance !== undefined) setMode(appearance);
  }, [appearance, setMode]);
  useEffect(printInLight, []);
  return <DensityContext value={settings?.density ?? 'comfortable'}>{children}</DensityContext>;
}

/** Paper is white, and a browser prints no backgrounds: the texts of the dark theme would be too pale. */
function printInLight(): () => void {
  const { dataset } = document.documentElement;
  let before: string | undefined;
  const begin = (): void => {
    before = dataset['theme'];
    dataset['theme'] = 'light';
  };
  const end = (): void => {
    if (before !== undefined) dataset['theme'] = before;
  };
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
}
