import { createContext, use } from 'react';

type Density = 'comfortable' | 'compact';

export const DensityContext = createContext<Density>('comfortable');

/** The row density of tables, as the person set it. */
function useDensity(): Density {
  return use(DensityContext);
}

/** Height of a table row in pixels. */
export function useRowHeight(): number {
  return useDensity() === 'compact' ? 28 : 36;
}
