import { Splitter, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { RefreshDevicesButton } from '#features/usage';
import { ExportMenu } from '#ui/export-menu';
import { PaneBoundary } from '#ui/fault-notice';
import { page } from '#ui/page';
import { ActionBar } from '#ui/selection';
import { CheckProgress } from './check-progress';
import { DeviceDetailsPane, type DetailActions, type MoreDetails } from './device-details';
import { DeviceTable, type RowMenu, type StartDrag, usePicked } from './device-table';
import { useFleet, useFleetStore } from './fleet-store';
import { texts } from './fleet-texts';
import { AttentionBar, FleetToolbar } from './fleet-toolbar';
import classes from './fleet.module.css';
import { useCalls } from './refresh-fleet';

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
  /** A line above the table and the map. */
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
  side?: ReactNode;
}

/** Table and map side by side, or stacked in a small window, and the device details. */
export function FleetPage(props: FleetPageProps) {
  const { map, news, drag, actionsFor, rowMenu, moreDetails, detailActions, side } = props;
  const panes = useFleet(({ preferences }) => preferences.panes);
  const isSmall = useMediaQuery('(max-width: 1000px)', undefined, {
    getInitialValueInEffect: false,
  });
  // The details take their space from the map; without a map beside the table, from the whole page.
  const isBesideMap = !isSmall && panes !== 'table';
  const details = (
    <PaneBoundary pane="details">
      {side ?? <DeviceDetailsPane more={moreDetails} actions={detailActions} />}
    </PaneBoundary>
  );
  return (
    <div className={page.scrollingPage}>
      <VisuallyHidden component="h1">{texts.fleet}</VisuallyHidden>
      <FleetToolbar />
      <AttentionBar />
      <CheckProgress />
      {news}
      {drag.notice}
      <div className={classes.work}>
        <Panes
          map={map}
          table={
            <>
              <DeviceTable onDrag={drag.begin} menu={rowMenu} />
              <PickedBar actionsFor={actionsFor} />
            </>
          }
          isStacked={isSmall}
          beside={isBesideMap && details}
        />
        {!isBesideMap && details}
        {drag.places}
      </div>
    </div>
  );
}

/** Below the table, so that no row moves when it appears. */
function PickedBar({ actionsFor }: Pick<FleetPageProps, 'actionsFor'>) {
  const { matched, ...picked } = usePicked();
  const calls = useCalls();
  return (
    <ActionBar selection={picked} shown={matched} noun="device">
      <ExportMenu what="devices" ids={() => [...picked.ids]} filter={texts.selectedDevices}>
        {texts.exportSelection}
      </ExportMenu>
      <RefreshDevicesButton
        {...calls}
        devices={picked.ids.size}
        ids={() => [...picked.ids]}
        size="xs"
      />
      {actionsFor?.(picked.ids)}
    </ActionBar>
  );
}

interface PanesProps {
  map: ReactNode;
  table: ReactNode;
  isStacked: boolean;
  beside: ReactNode;
}

/** The share of the table in percent; beside the map it has room for its usual columns. */
const usualShare = { stacked: 50, beside: 56 };

// Panes are hidden, not removed, so that the map keeps its state.
function Panes({ map, table, isStacked, beside }: PanesProps) {
  const store = useFleetStore();
  const { panes, tableShare } = useFleet(({ preferences }) => preferences);
  const share = tableShare ?? usualShare[isStacked ? 'stacked' : 'beside'];
  const resize = ([table]: (number | string)[]) => {
    const next = Number.parseFloat(String(table));
    if (next >= 10 && next <= 90) store.prefer({ tableShare: next });
  };
  return (
    <Splitter
      className={classes.panes}
      data-panes={panes}
      orientation={isStacked ? 'vertical' : 'horizontal'}
      sizes={[share, 100 - share]}
      onSizeChange={resize}
      lineSize={1}
      attributes={{ handle: { 'aria-label': texts.tableSize } }}
    >
      <Splitter.Pane defaultSize={50} min={20} max={80} className={classes.tablePane}>
        <PaneBoundary pane="table">{table}</PaneBoundary>
      </Splitter.Pane>
      <Splitter.Pane defaultSize={50} min={20} max={80} className={classes.mapPane}>
        <div className={classes.map}>
          <PaneBoundary pane="map">{map}</PaneBoundary>
        </div>
        {beside}
      </Splitter.Pane>
    </Splitter>
  );
}
