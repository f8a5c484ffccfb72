import { IconAlertTriangle, IconSos } from '@tabler/icons-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { FleetRow } from '#engines/fleet';
import { OpenAlerts } from '#features/alerts';
import {
  contentOf,
  firstQuery,
  savedViewsStore,
  StateCounts,
  useFleet,
  useFleetStore,
} from '#features/fleet';
import { useSettings } from '#features/settings';
import { useIsOffline, useStatusWords } from '#features/status';
import { useNow } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { StateBadge } from '#ui/state-badge';
import type { WallView } from '#shared/domain/settings';
import { textKey } from '#shared/domain/text';
import type { SavedView } from '#shared/domain/view-state';
import classes from './wall.module.css';

const mostCalls = 6;
const mostRows = 12;

interface WallProps {
  /** Saved views by id or name; empty: those of the settings. */
  asked: readonly string[];
  map: ReactNode;
}

/** A display that hangs in a room: one saved view after the other in large letters, and nothing to press. */
export function Wall({ asked, map }: WallProps) {
  const views = useStore(savedViewsStore, (state) => state.views);
  const { wallViews } = useSettings();
  const plan = useMemo(() => wallPlan(asked, wallViews, views), [asked, wallViews, views]);
  const stop = useStop(plan.stops);
  const isOffline = useIsOffline();
  const isPointerIdle = useIdlePointer();
  return (
    <div
      className={classes.wall}
      data-offline={isOffline || undefined}
      data-idle={isPointerIdle || undefined}
    >
      <Head stop={stop} />
      <Calls />
      <Trouble plan={plan} shown={stop} />
      <main className={classes.main}>
        {/* Hidden rather than removed, so that the map does not start again. */}
        <div className={classes.map} hidden={stop.shows !== 'map'}>
          {map}
        </div>
        {stop.shows === 'board' && <Board />}
      </main>
    </div>
  );
}

/** What is shown now, and the fleet filtered by it. */
function useStop(stops: readonly WallStop[]): WallStop {
  const store = useFleetStore();
  const [index, setIndex] = useState(0);
  const stop = stops[index % stops.length]!;
  const { seconds } = stop;
  const isAlone = stops.length === 1;
  useEffect(() => {
    if (isAlone) return undefined;
    const timer = setTimeout(() => setIndex(index + 1), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [index, seconds, isAlone]);
  // By its contents: a view that was changed is shown again, another that was saved changes nothing.
  const shown = JSON.stringify(stop.view && contentOf(stop.view).query);
  useEffect(() => {
    const { sort, ...filters } = (JSON.parse(shown) as typeof firstQuery | null) ?? firstQuery;
    store.ask({ sort });
    store.ask(filters);
  }, [store, shown]);
  return stop;
}

const idleAfterMs = 3_000;

/** Whether the pointer has not moved for some seconds. */
function useIdlePointer(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), idleAfterMs);
    };
    moved();
    window.addEventListener('mousemove', moved);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('mousemove', moved);
    };
  }, []);
  return isIdle;
}

function Head({ stop: { view } }: { stop: WallStop }) {
  const format = useFormat();
  const { t } = format;
  const now = useNow();
  const words = useStatusWords();
  const isListed = useFleet((state) => state.view?.isListed ?? false);
  const matched = useFleet((state) => state.view?.matchedListed ?? 0);
  const total = useFleet((state) => state.view?.total ?? 0);
  return (
    <header className={classes.head}>
      <h1>
        <bdi>{view?.name ?? t('fleet.views.all')}</bdi>
      </h1>
      <span className={classes.count}>
        {isListed ? t('fleet.matches.all', { matched, total }) : t('wall.noList')}
      </span>
      <span className={classes.freshness} role="status" aria-live="off">
        {words?.freshness}
      </span>
      <time>{format.clock(now)}</time>
    </header>
  );
}

/** Who asks for help, on top of whatever is shown. */
function Calls() {
  const calls = useFleet(({ view }) => view?.sos);
  const { t } = useFormat();
  if (!calls || calls.length === 0) return null;
  return (
    <section className={classes.calls} aria-label={t('alerts.sos')}>
      <IconSos aria-hidden />
      <ul>
        {calls.slice(0, mostCalls).map(({ id, label, at }) => (
          <li key={id}>
            <bdi>{label}</bdi>
            {at !== null && <AgeText at={at} />}
          </li>
        ))}
        {calls.length > mostCalls && (
          <li>{t('common.more', { count: calls.length - mostCalls })}</li>
        )}
      </ul>
    </section>
  );
}

/** Why what is shown may not be what is, or is not what was wanted. */
function Trouble({ plan, shown }: { plan: WallPlan; shown: WallStop }) {
  const { t } = useFormat();
  const areViewsKnown = useStore(savedViewsStore, ({ isRead }) => isRead);
  const lines = [...(useStatusWords()?.trouble ?? [])];
  if (areViewsKnown && plan.missing.length + plan.gone > 0) {
    lines.push(...plan.missing.map((view) => t('wall.missing', { view })));
    if (plan.gone > 0) lines.push(t('wall.gone', { count: plan.gone }));
    if (plan.stops.length === 1) {
      lines.push(t('wall.instead', { view: shown.view?.name ?? t('fleet.views.all') }));
    }
  }
  if (lines.length === 0) return null;
  return (
    <section className={classes.trouble} role="alert">
      <IconAlertTriangle aria-hidden />
      <ul>
        {lines.map((line) => (
          <li key={line.replace(/\d+/g, '')}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

/** The devices of the view, and how many of the whole fleet are in each state. */
function Board() {
  const { t } = useFormat();
  const rows = useFirstRows();
  const matched = useFleet((state) => state.view?.matchedListed ?? 0);
  const isListed = useFleet((state) => state.view?.isListed ?? false);
  return (
    <div className={classes.board}>
      <div>
        {isListed && rows?.length === 0 && <p>{t('wall.empty')}</p>}
        <ul className={classes.rows}>
          {rows?.map((row) => (
            <li key={row.id}>
              <StateBadge state={row.state} size={28} />
              <bdi>{row.label}</bdi>
              <span className={classes.age}>
                {/* Without a report its state says why. */}
                {row.fixAt !== null && <AgeText at={row.fixAt} />}
              </span>
            </li>
          ))}
        </ul>
        {rows && matched > rows.length && (
          <p>{t('common.more', { count: matched - rows.length })}</p>
        )}
      </div>
      <section aria-label={t('fleet.views.all')}>
        <h2>{t('fleet.views.all')}</h2>
        <StateCounts className={classes.counts} />
        <p>
          <OpenAlerts />
        </p>
      </section>
    </div>
  );
}

/** The first devices of the view in its order; null until they are known. */
function useFirstRows(): readonly FleetRow[] | null {
  const { client } = useFleetStore();
  const version = useFleet(({ view }) => view?.version);
  const [rows, setRows] = useState<readonly FleetRow[] | null>(null);
  useEffect(() => {
    let isAsked = true;
    void client.rows(0, mostRows).then((range) => isAsked && setRows(range.rows));
    return () => {
      isAsked = false;
    };
  }, [client, version]);
  return rows;
}

/** Nobody types a passphrase on a wall. */
export function WallWithoutAccount({ phase }: { phase: 'none' | 'locked' }) {
  const { t } = useFormat();
  return (
    <main className={classes.words}>
      <p>{t(`wall.${phase}`)}</p>
    </main>
  );
}

/** One thing that a wall screen shows; `view`: null is all devices. */
interface WallStop extends Omit<WallView, 'view'> {
  view: SavedView | null;
}

interface WallPlan {
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
