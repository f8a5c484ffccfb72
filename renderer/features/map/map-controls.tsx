import { Button } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconFocusCentered,
  IconInfoCircle,
  IconMinus,
  IconPlus,
  IconTag,
} from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { LabelMode } from '#shared/domain/settings';
import type { FleetClient } from '#engines/fleet';
import { commonTexts } from '#lib/common-texts';
import type { ColourScheme } from '#lib/device-state-look';
import { FollowChip, useSelectedId } from './follow-chip';
import { GoTo } from './go-to';
import { HeatLegend, HeatMenu } from './heat';
import { LayersButton } from './layers';
import { texts } from './map-texts';
import classes from './map.module.css';
import { PlaceMarker, PlaceMenu, PositionBar } from './positions';
import { RulerButton, RulerPanel } from './ruler-panel';
import { SaveMap } from './save-map';
import type { MapStore } from './store';
import { StreetsStrip } from './streets-strip';
import { ChoiceButton, ToolButton } from './tool-button';

/** Which devices are named on the map. */
const labelModeNames: Record<LabelMode, string> = {
  auto: texts.whereTheyFit,
  always: texts.all,
  hover: texts.onHover,
  off: texts.none,
};

interface MapControlsProps {
  store: MapStore;
  fleet: FleetClient;
  theme: ColourScheme;
  labels: LabelMode;
  onLabels: (labels: LabelMode) => void;
}

/** The buttons of the map, and those of its tools as soon as there is a map. */
export function MapControls({ store, fleet, theme, labels, onLabels }: MapControlsProps) {
  const { engine, isFollowing, isLegendOpen } = useStore(store);
  const hasSelection = useSelectedId(fleet) !== null;
  return (
    <div className={classes.tools} role="group" aria-label={texts.mapControls} data-covers-map>
      <ToolButton name={texts.zoomIn} icon={IconPlus} onClick={() => engine?.camera.zoomBy(1)} />
      <ToolButton name={texts.zoomOut} icon={IconMinus} onClick={() => engine?.camera.zoomBy(-1)} />
      <ToolButton
        name={texts.fitAll}
        icon={IconArrowsMaximize}
        onClick={() => engine?.camera.fitAll()}
      />
      <LayersButton />
      <ToolButton
        name={commonTexts.follow}
        icon={IconFocusCentered}
        isPressed={isFollowing}
        isDisabled={!hasSelection}
        onClick={() => store.follow(!isFollowing)}
      />
      <ChoiceButton
        name={texts.namesOnTheMap}
        icon={IconTag}
        names={labelModeNames}
        value={labels}
        onChange={onLabels}
      />
      <ToolButton
        name={texts.legend}
        icon={IconInfoCircle}
        isPressed={isLegendOpen}
        onClick={() => store.setState({ isLegendOpen: !isLegendOpen })}
      />
      {engine && (
        <>
          <RulerButton store={store} engine={engine} />
          <GoTo store={store} engine={engine} />
          <HeatMenu store={store} />
          <SaveMap store={store} engine={engine} theme={theme} />
        </>
      )}
    </div>
  );
}

/** What the tools show on the map, and their panels. */
export function MapTools({ store, fleet, theme }: Omit<MapControlsProps, 'labels' | 'onLabels'>) {
  const { engine, ruler, canResume } = useStore(store);
  const hasSelection = useSelectedId(fleet) !== null;
  if (!engine) return null;
  return (
    <>
      <div className={classes.panels}>
        <StreetsStrip base={engine.base} />
        <FollowChip store={store} fleet={fleet} />
        {canResume && hasSelection && (
          <Button size="compact-sm" variant="default" onClick={() => store.follow(true)}>
            {texts.resumeFollowing}
          </Button>
        )}
        {ruler && (
          // Measuring from another place starts over.
          <RulerPanel
            key={JSON.stringify(ruler.start)}
            store={store}
            engine={engine}
            start={ruler.start}
          />
        )}
        <HeatLegend store={store} engine={engine} theme={theme} />
      </div>
      <PositionBar store={store} engine={engine} />
      <PlaceMarker store={store} engine={engine} />
      <PlaceMenu store={store} engine={engine} />
    </>
  );
}
