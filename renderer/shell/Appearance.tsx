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
  return <DensityContext value={settings?.density ?? 'comfortable'}>{children}</DensityContext>;
}
