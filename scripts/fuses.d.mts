import type { FuseConfig } from '@electron/fuses';

/** All nine fuses of Electron, as they are set when the app is packaged. */
export const fuses: FuseConfig & { readonly strictlyRequireAllFuses: true };
