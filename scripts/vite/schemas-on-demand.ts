import path from 'node:path';
import type { Plugin } from 'vite';

const schemasOnDemand = path.resolve(import.meta.dirname, '../../contract/zod-on-demand.ts');

/** Replaces zod with `contract/zod-on-demand.ts`: a bundle creates the schemas that it uses, not all of the contract. */
export function makesSchemasOnDemand(): Plugin {
  return {
    name: 'bursar-schemas-on-demand',
    enforce: 'pre',
    resolveId: {
      // Called for this one of thousands of imports.
      filter: { id: /^zod$/ },
      handler: (_id, importer) =>
        importer !== schemasOnDemand && importer?.includes('/node_modules/') === false
          ? schemasOnDemand
          : null,
    },
  };
}
