import type { WallView } from '#shared/domain/settings';
import { textKey } from '#shared/domain/text';
import type { SavedView } from '#shared/domain/view-state';

/** One thing that a wall screen shows; `view`: null is all devices. */
export interface WallStop extends Omit<WallView, 'view'> {
  view: SavedView | null;
}

export interface WallPlan {
  /** In this order, again and again; at least one. */
  stops: WallStop[];
  /** What was asked for by name and is no view of this account. */
  missing: string[];
  /** How many views of the settings are none of this account. */
  gone: number;
}

const usual = { shows: 'map', seconds: 30 } as const;

/**
 * What a wall screen goes through: `asked` by id or name, else `chosen` in the settings. Where nothing of it is there, the first view of the
 * account, or all devices.
 */
export function wallPlan(
  asked: readonly string[],
  chosen: readonly WallView[],
  views: readonly SavedView[],
): WallPlan {
  const named = asked.map((each) => ({ each, view: viewOf(each, views) }));
  const wanted: { stop: WallStop | null; name: string | null }[] =
    asked.length > 0
      ? named.map(({ each, view }) => {
          const own = chosen.find(({ view: id }) => id === view?.id) ?? usual;
          return { stop: view && { ...own, view }, name: each };
        })
      : chosen.map((each) => {
          const view = each.view === null ? null : (viewOf(each.view, views) ?? undefined);
          return { stop: view === undefined ? null : { ...each, view }, name: null };
        });
  const stops = wanted.flatMap(({ stop }) => stop ?? []);
  const lost = wanted.filter(({ stop }) => stop === null);
  const missing = lost.flatMap(({ name }) => name ?? []);
  const first = wanted.length > 0 ? (views[0] ?? null) : null;
  return {
    stops: stops.length > 0 ? stops : [{ ...usual, view: first }],
    missing,
    gone: lost.length - missing.length,
  };
}

const viewOf = (text: string, views: readonly SavedView[]): SavedView | null =>
  views.find(({ id }) => id === text) ??
  views.find(({ name }) => textKey(name) === textKey(text)) ??
  null;
