import type { SheetView } from '../../../../contract/batches/sheet-change.ts';
import { dropOldest } from '../../context/turns.ts';
import type { Clock } from '../../ports/index.ts';
import type { ModelRow } from './model-row.ts';
import type { SheetModel } from './model.ts';
import { rowsOfView, type Pass } from './view.ts';

/** Cached views per sheet: three with fixed rows, and three others, which are used in passing. */
const mostOfEach = 3;

type CachedView = { readonly epoch: number; readonly rows: readonly ModelRow[]; readonly pass: Pass | null };

/** Caches views of a sheet, so that they are not computed again and changed rows keep their place. */
export class CachedViews {
  readonly #staying = new Map<string, CachedView>();
  readonly #passing = new Map<string, CachedView>();

  /** The rows of a view in order. Nothing in the sheet may change meanwhile. */
  async rows(model: SheetModel, view: SheetView, clock: Clock): Promise<readonly ModelRow[]> {
    const views = view.pass === null ? this.#passing : this.#staying;
    const key = JSON.stringify([
      view.onlyProblems,
      view.onlyFaulty,
      view.pass,
      view.search,
      view.filters,
      view.sort,
    ]);
    const known = views.get(key);
    const { epoch } = model;
    let kept = known;
    if (kept?.epoch !== epoch) {
      const pass =
        view.pass === null ? null : (known?.pass ?? { lastRowId: model.lastRowId, keys: new Map() });
      kept = { epoch, rows: await rowsOfView(model, view, clock, pass), pass };
    }
    views.delete(key);
    views.set(key, kept);
    dropOldest(views, mostOfEach);
    return kept.rows;
  }
}
