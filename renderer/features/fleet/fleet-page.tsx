import { VisuallyHidden, Anchor, Popover } from '@mantine/core';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import { useStore } from 'zustand';
import { useFormat } from '#lib/use-format';
import { EdgeHandle } from '#ui/edge-handle';
import { PaneBoundary } from '#ui/fault-notice';
import { ActionBar } from '#ui/selection';
import { useIsWide } from '#ui/window-width';
import { secondsToCheck } from '#shared/domain/session';
import { OneSetting } from '#features/settings';
import { statusMirror } from '#features/status';
import { page } from '#ui/page';
import { DeviceDetailsPane, type DetailActions, type MoreDetails } from './device-details';
import { DeviceTable, type RowMenu, type StartDrag } from './device-table';
import { shownLayout, useFleet, useFleetStore } from './fleet-store';
import { AttentionBar, FleetToolbar, LayoutSwitch } from './fleet-toolbar';
import classes from './fleet.module.css';
import { listWidths } from './layout';
import { partChecked } from './filters';
import { usePicked } from './picked-devices';
import { checkTime, useCheckRate } from './refresh-fleet';

/** How devices can be dragged from the table. */
interface FleetDrag {
  begin: StartDrag;
  /** Drop targets over the page. */
  places: ReactNode;
  /** The result of the last drop. */
  notice: ReactNode;
}

interface FleetPageProps {
  map: ReactNode;
  /** A line above the list. */
  news?: ReactNode;
  drag: FleetDrag;
  /** The bulk actions on the selected devices. */
  actionsFor?: (ids: ReadonlySet<string>) => ReactNode;
  /** The menu of a row. */
  rowMenu: RowMenu;
  /** At the end of a device's details. */
  moreDetails: MoreDetails;
  /** Below a device's name in its details. */
  detailActions: DetailActions;
  /** Shown in place of the details. */
  side: { panel: ReactNode; close: () => void } | null;
}

/**
 * The map, the list beside it or the table alone, and the details of a device. Beside the map they take the place of
 * the list, or in a wide window stand beside it; the map keeps its size.
 */
export function FleetPage(props: FleetPageProps) {
  const { t } = useFormat();
  const { map, news, drag, actionsFor, rowMenu, moreDetails, detailActions, side } = props;
  const store = useFleetStore();
  const layout = useFleet(shownLayout);
  const listWidth = useFleet(({ preferences }) => preferences.listWidth);
  const hasDetails = useFleet(({ isDetailsOpen, selected }) => isDetailsOpen && selected !== null);
  const isWide = useIsWide();
  const hasSide = side !== null || hasDetails;
  const isCovering = layout === 'split' && !isWide && hasSide;
  const work = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useFocusOfCovered(list, panel, isCovering);
  const uncover = useCallback(() => {
    if (layout === 'table') return;
    if (!isWide) {
      side?.close();
      store.setDetailsOpen(false);
    }
    if (layout === 'map') store.setFinding(true);
  }, [store, side, isWide, layout]);
  // Parts are hidden, not removed, so that the map keeps its state and the list its place.
  return (
    <div
      ref={work}
      className={classes.work}
      data-layout={layout}
      data-covered={isCovering || undefined}
      style={
        listWidth === null ? undefined : ({ '--list-width': `${listWidth}px` } as CSSProperties)
      }
    >
      <VisuallyHidden component="h1">{t('fleet.title')}</VisuallyHidden>
      <div ref={list} className={classes.list}>
        <PaneBoundary pane="table">
          <FleetToolbar onFind={uncover} />
          <EndOfSearch list={list} />
          <AttentionBar />
          <CheckProgress />
          {news}
          {drag.notice}
          <DeviceTable onDrag={drag.begin} menu={rowMenu} />
          <PickedBar actionsFor={actionsFor} />
        </PaneBoundary>
      </div>
      {layout === 'map' && (
        <div className={classes.folded}>
          <LayoutSwitch orientation="vertical" />
        </div>
      )}
      {layout === 'split' && <ListEdge work={work} list={list} />}
      <div ref={panel} className={classes.side} tabIndex={-1}>
        <PaneBoundary pane="details">
          {side?.panel ?? (
            <DeviceDetailsPane more={moreDetails} actions={detailActions} isOverList={isCovering} />
          )}
        </PaneBoundary>
      </div>
      <div className={classes.map}>
        <PaneBoundary pane="map">{map}</PaneBoundary>
      </div>
      {drag.places}
    </div>
  );
}

/** Without a search, the list goes from the map alone once the focus is not in it. */
function EndOfSearch({ list }: { list: RefObject<HTMLElement | null> }) {
  const store = useFleetStore();
  const isIdle = useFleet(({ isFinding, query }) => isFinding && query.search === '');
  useEffect(() => {
    if (!isIdle) return undefined;
    let frame = 0;
    const check = () => {
      const { activeElement } = document;
      const isInMenu = activeElement?.closest('[role=menu], [role=dialog]') ?? null;
      if (!list.current?.contains(activeElement) && !isInMenu) store.setFinding(false);
    };
    // The next element has the focus a moment after the one before has lost it, and a page another moment later.
    const checkSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => (frame = requestAnimationFrame(check)));
    };
    checkSoon();
    document.addEventListener('focusout', checkSoon);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusout', checkSoon);
    };
  }, [store, list, isIdle]);
  return null;
}

/**
 * While a panel covers the list, it has the focus that the list had; afterwards the list has the focus that it or
 * the panel had.
 */
function useFocusOfCovered(
  list: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  isCovering: boolean,
): void {
  const covered = useRef<HTMLElement | null>(null);
  const wasCovering = useRef(isCovering);
  useLayoutEffect(() => {
    const isUncovered = wasCovering.current && !isCovering;
    wasCovering.current = isCovering;
    const { activeElement } = document;
    const [from, to] = [list.current, panel.current];
    if (isCovering) {
      if (!(activeElement instanceof HTMLElement) || !from?.contains(activeElement)) return;
      covered.current = activeElement;
      // Not a button of it: the key that opened it may still be down.
      to?.focus({ preventScroll: true });
      return;
    }
    const before = covered.current;
    covered.current = null;
    // Not while the effect is undone: React would give the focus back to the panel, which stays.
    if (!isUncovered || (activeElement !== document.body && !to?.contains(activeElement))) return;
    // Another row may be the active one by now; details that were opened elsewhere end in the list, too.
    const isOfRow = !before || before.closest('[role=row]') !== null;
    const row = isOfRow ? from?.querySelector<HTMLElement>('[role=row][tabindex="0"]') : null;
    (row ?? before)?.focus({ preventScroll: true });
  }, [list, panel, isCovering]);
}

interface ListEdgeProps {
  work: RefObject<HTMLElement | null>;
  list: RefObject<HTMLElement | null>;
}

/** The edge between list and map. */
function ListEdge({ work, list }: ListEdgeProps) {
  const store = useFleetStore();
  const { t } = useFormat();
  return (
    <EdgeHandle
      label={t('fleet.list.width')}
      title={t('fleet.list.resize')}
      className={classes.edge}
      box={list}
      limits={listWidths}
      onDrag={(width) => work.current?.style.setProperty('--list-width', `${width}px`)}
      onResize={(listWidth) => store.prefer({ listWidth })}
    />
  );
}

/** Below the table, so that no row moves when it appears. */
function PickedBar({ actionsFor }: Pick<FleetPageProps, 'actionsFor'>) {
  const picked = usePicked();
  return (
    <ActionBar selection={picked} noun="device">
      {actionsFor?.(picked.ids)}
    </ActionBar>
  );
}

/** A fleet that is checked sooner needs no line, which would come and go at every start. */
const shownFromSeconds = 600;

/** How much of a large fleet was checked, and how long the rest takes. Nothing once all of it was. */
function CheckProgress() {
  const checked = useFleet(partChecked);
  const total = useFleet(({ view }) => view?.total ?? 0);
  const status = useStore(statusMirror, ({ value }) => value);
  const format = useFormat();
  const { t } = format;
  const rate = useCheckRate();
  if (checked === null || !status || !rate || secondsToCheck(total, rate) < shownFromSeconds) {
    return null;
  }
  const isChecking = status.mode !== 'offline' && status.refreshPause === null;
  const percent = Math.floor((100 * checked) / total);
  const share = {
    percent: format.percent(percent),
    total,
    calls: rate,
    time: checkTime(total - checked, rate, format),
  };
  const shareText = () =>
    percent < 1 ? t('fleet.progress.begun', share) : t('fleet.progress.share', share);
  const shareAtRate = () =>
    percent < 1 ? t('fleet.progress.begunAtRate', share) : t('fleet.progress.shareAtRate', share);
  return (
    <div className={classes.progress} role="note">
      <span className={page.cut} title={isChecking ? shareAtRate() : undefined}>
        {isChecking ? shareText() : t('fleet.progress.soFar', { checked, total })}
      </span>
      {status.callRate.setting !== null && (
        <Popover position="bottom-start" withArrow trapFocus returnFocus width={340}>
          <Popover.Target>
            <Anchor component="button" type="button" size="xs" className={page.fixed}>
              {t('fleet.progress.changeLimit')}
            </Anchor>
          </Popover.Target>
          <Popover.Dropdown>
            <OneSetting name="callsPerMinute" />
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
}
