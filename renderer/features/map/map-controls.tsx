import { Button } from '@mantine/core';
import { IconArrowsMaximize, IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import { useCallback, useRef } from 'react';
import { useStore } from 'zustand';
import type { LabelMode } from '#shared/domain/settings';
import type { FleetClient } from '#engines/fleet';
import type { MapEngine } from '#engines/map';
import type { ColourScheme } from '#lib/device-state-look';
import { useEscape } from '#lib/use-escape';
import { useFormat } from '#lib/use-format';
import { FollowChip, useSelectedId } from './follow-chip';
import { GoTo } from './go-to';
import { HeatLegend } from './heat';
import { LayersButton } from './layers';
import { MapLegend } from './legend';
import classes from './map.module.css';
import { PlaceMarker, PlaceMenu } from './positions';
import { RulerPanel } from './ruler-panel';
import type { MapStore } from './store';
import { StreetsStrip } from './streets-strip';
import { ToolButton } from './tool-button';
import { ToolsMenu } from './tools';

interface MapControlsProps {
  store: MapStore;
  fleet: FleetClient;
  theme: ColourScheme;
  labels: LabelMode;
  onLabels: (labels: LabelMode) => void;
}

/** The buttons at the right of the map, and what they open at its left. */
export function MapControls({ store, fleet, theme, labels, onLabels }: MapControlsProps) {
  const { t } = useFormat();
  const { engine, isFollowing } = useStore(store);
  const hasSelection = useSelectedId(fleet) !== null;
  const tools = useRef<HTMLButtonElement>(null);
  const closePanel = useCallback(() => {
    store.setState({ panel: null });
    tools.current?.focus();
  }, [store]);
  return (
    <>
      <div className={classes.tools} role="group" aria-label={t('map.controls')} data-covers-map>
        <ToolButton
          name={t('map.zoomIn')}
          icon={IconPlus}
          onClick={() => engine?.camera.zoomBy(1)}
        />
        <ToolButton
          name={t('map.zoomOut')}
          icon={IconMinus}
          onClick={() => engine?.camera.zoomBy(-1)}
        />
        <ToolButton
          name={t('map.fitAll')}
          title={t('map.fitAll.title')}
          icon={IconArrowsMaximize}
          onClick={() => engine?.camera.fitAll()}
        />
        <LayersButton />
        {engine && <ToolsMenu {...{ store, engine, theme, labels, onLabels }} button={tools} />}
        {hasSelection && (
          <ToolButton
            name={t('common.follow')}
            icon={IconFocusCentered}
            isPressed={isFollowing}
            onClick={() => store.follow(!isFollowing)}
          />
        )}
      </div>
      {engine && (
        <>
          <div className={classes.panels}>
            <StreetsStrip base={engine.base} />
            <FollowChip store={store} fleet={fleet} />
            <ResumeFollowing store={store} hasSelection={hasSelection} />
            <Panels store={store} engine={engine} theme={theme} onClose={closePanel} />
          </div>
          <PlaceMarker store={store} engine={engine} />
          <PlaceMenu store={store} engine={engine} />
        </>
      )}
    </>
  );
}

function ResumeFollowing({ store, hasSelection }: { store: MapStore; hasSelection: boolean }) {
  const { t } = useFormat();
  const canResume = useStore(store, (state) => state.canResume);
  if (!canResume || !hasSelection) return null;
  return (
    <Button size="compact-sm" variant="default" onClick={() => store.follow(true)}>
      {t('map.following.resume')}
    </Button>
  );
}

interface PanelsProps {
  store: MapStore;
  engine: MapEngine;
  theme: ColourScheme;
  onClose: () => void;
}

/** One panel at a time: what was opened last, before the ruler, before the heat. The others keep their state. */
function Panels({ store, engine, theme, onClose }: PanelsProps) {
  const { panel, ruler } = useStore(store);
  useEscape(
    useCallback(
      () => (panel === 'legend' && engine.isShown() ? onClose() : false),
      [panel, engine, onClose],
    ),
  );
  return (
    <>
      {panel === 'goTo' && <GoTo store={store} engine={engine} onClose={onClose} />}
      {panel === 'legend' && <MapLegend engine={engine} onClose={onClose} />}
      {ruler && (
        // Measuring from another place starts over.
        <RulerPanel
          key={JSON.stringify(ruler.start)}
          store={store}
          engine={engine}
          start={ruler.start}
          isHidden={panel !== null}
        />
      )}
      <HeatLegend
        store={store}
        engine={engine}
        theme={theme}
        isHidden={panel !== null || ruler !== null}
      />
    </>
  );
}
