import { Splitter } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ExportMenu } from '#features/exchange';
import { ActionBar } from '#features/jobs';
import { PaneBoundary } from '#ui/pane-boundary';
import { DeviceDetailsPane, type DetailActions, type MoreDetails } from './device-details';
import { DeviceTable, type StartDrag } from './device-table';
import classes from './devices.module.css';
import { useFleet, useFleetStore } from './fleet-store';
import { FleetToolbar } from './fleet-toolbar';
import { usePicked } from './picked-devices';

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
  drag: FleetDrag;
  /** The bulk actions on the selected devices. */
  actionsFor?: (ids: ReadonlySet<string>) => ReactNode;
  /** At the end of a device's details. */
  moreDetails: MoreDetails;
  /** Below a device's name in its details. */
  detailActions: DetailActions;
}

/** Table and map side by side, or stacked in a small window, and the device details. */
export function FleetPage(props: FleetPageProps) {
  const { map, drag, actionsFor, moreDetails, detailActions } = props;
  const panes = useFleet(({ preferences }) => preferences.panes);
  const isSmall = useMediaQuery('(max-width: 1000px)', undefined, {
    getInitialValueInEffect: false,
  });
  // The details take their space from the map; without a map beside the table, from the whole page.
  const isBesideMap = !isSmall && panes !== 'table';
  const details = (
    <PaneBoundary name="The details">
      <DeviceDetailsPane more={moreDetails} actions={detailActions} />
    </PaneBoundary>
  );
  return (
    <div className={classes.page}>
      <FleetToolbar />
      <PickedBar actionsFor={actionsFor} />
      {drag.notice}
      <div className={classes.work}>
        <Panes map={map} isStacked={isSmall} beside={isBesideMap && details} onDrag={drag.begin} />
        {!isBesideMap && details}
        {drag.places}
      </div>
    </div>
  );
}

function PickedBar({ actionsFor }: Pick<FleetPageProps, 'actionsFor'>) {
  const { matched, ...picked } = usePicked();
  return (
    <ActionBar selection={picked} shown={matched} noun="device">
      <ExportMenu what="devices" ids={() => [...picked.ids]} filter="selected devices">
        Export selection
      </ExportMenu>
      {actionsFor?.(picked.ids)}
    </ActionBar>
  );
}

interface PanesProps {
  map: ReactNode;
  isStacked: boolean;
  beside: ReactNode;
  onDrag: StartDrag;
}

// Panes are hidden, not removed, so that the map keeps its state.
function Panes({ map, isStacked, beside, onDrag }: PanesProps) {
  const store = useFleetStore();
  const { panes, tableShare } = useFleet(({ preferences }) => preferences);
  const resize = ([table]: (number | string)[]) => {
    const next = Number.parseFloat(String(table));
    if (next >= 10 && next <= 90) store.prefer({ tableShare: next });
  };
  return (
    <Splitter
      className={classes.panes}
      data-panes={panes}
      orientation={isStacked ? 'vertical' : 'horizontal'}
      sizes={[tableShare, 100 - tableShare]}
      onSizeChange={resize}
      lineSize={1}
      attributes={{ handle: { 'aria-label': 'Table size' } }}
    >
      <Splitter.Pane defaultSize={50} min={20} max={80} className={classes.tablePane}>
        <PaneBoundary name="The table">
          <DeviceTable onDrag={onDrag} />
        </PaneBoundary>
      </Splitter.Pane>
      <Splitter.Pane defaultSize={50} min={20} max={80} className={classes.mapPane}>
        <div className={classes.map}>
          <PaneBoundary name="The map">{map}</PaneBoundary>
        </div>
        {beside}
      </Splitter.Pane>
    </Splitter>
  );
}
