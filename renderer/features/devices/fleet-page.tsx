import { Splitter } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { PaneBoundary } from '#ui/pane-boundary';
import { DeviceDetailsPane } from './device-details';
import { DeviceTable } from './device-table';
import classes from './devices.module.css';
import { useFleet, useFleetStore } from './fleet-store';
import { FleetToolbar } from './fleet-toolbar';

/** The fleet: table and map side by side, or stacked in a small window, and the details beside. */
export function FleetPage({ map }: { map: ReactNode }) {
  return (
    <div className={classes.page}>
      <FleetToolbar />
      <div className={classes.work}>
        <Panes map={map} />
        <PaneBoundary name="The details">
          <DeviceDetailsPane />
        </PaneBoundary>
      </div>
    </div>
  );
}

// A pane that is not wanted is hidden, not removed: the map would have to start again.
function Panes({ map }: { map: ReactNode }) {
  const store = useFleetStore();
  const { panes, tableShare } = useFleet(({ preferences }) => preferences);
  const isSmall = useMediaQuery('(max-width: 1000px)', undefined, {
    getInitialValueInEffect: false,
  });
  const resize = ([table]: (number | string)[]) => {
    const next = Number.parseFloat(String(table));
    if (next >= 10 && next <= 90) store.prefer({ tableShare: next });
  };
  return (
    <Splitter
      className={classes.panes}
      data-panes={panes}
      orientation={isSmall ? 'vertical' : 'horizontal'}
      sizes={[tableShare, 100 - tableShare]}
      onSizeChange={resize}
      lineSize={1}
    >
      <Splitter.Pane defaultSize={50} min={20} max={80} className={classes.tablePane}>
        <PaneBoundary name="The table">
          <DeviceTable />
        </PaneBoundary>
      </Splitter.Pane>
      <Splitter.Pane defaultSize={50} min={20} max={80} className={classes.mapPane}>
        <PaneBoundary name="The map">{map}</PaneBoundary>
      </Splitter.Pane>
    </Splitter>
  );
}
