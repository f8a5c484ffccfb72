import { Button, Menu } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconFocusCentered,
  IconInfoCircle,
  IconMinus,
  IconPlus,
  IconTag,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { labelModes, type LabelMode } from '#shared/domain/settings';
import type { FleetClient } from '#engines/fleet';
import { commonTexts } from '#lib/common-texts';
import { texts } from '../map-texts';
import classes from './map.module.css';
import type { MapStore } from '../store';
import { ToolButton } from '../tools/tool-button';
import { useSelectedId } from './follow-chip';

const labelModeNames: Record<LabelMode, string> = {
  auto: texts.whereTheyFit,
  always: texts.all,
  hover: texts.onHover,
  off: texts.none,
};

interface LabelsProps {
  labels: LabelMode;
  onLabels: (labels: LabelMode) => void;
}

/** Which devices are named on the map. */
function LabelsMenu({ labels, onLabels }: LabelsProps) {
  return (
    <Menu position="left-start" withArrow>
      <Menu.Target>
        <ToolButton name={texts.namesOnTheMap}>
          <IconTag size={18} />
        </ToolButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.namesOnTheMap}</Menu.Label>
        <Menu.RadioGroup value={labels} onChange={(mode) => onLabels(mode as LabelMode)}>
          {labelModes.map((mode) => (
            <Menu.RadioItem key={mode} value={mode} closeMenuOnClick>
              {labelModeNames[mode]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

interface MapControlsProps extends LabelsProps {
  store: MapStore;
  fleet: FleetClient;
  /** The buttons of the tools. */
  children: ReactNode;
}

/** The buttons of the map. */
export function MapControls({ store, fleet, labels, onLabels, children }: MapControlsProps) {
  const { engine, isFollowing, canResume, isLegendOpen } = useStore(store);
  const hasSelection = useSelectedId(fleet) !== null;
  return (
    <div className={classes.controls}>
      {canResume && hasSelection && (
        <Button size="compact-sm" variant="default" onClick={() => store.follow(true)}>
          {texts.resumeFollowing}
        </Button>
      )}
      <div className={classes.tools} role="group" aria-label={texts.mapControls} data-covers-map>
        <ToolButton name={texts.zoomIn} onClick={() => engine?.zoomBy(1)}>
          <IconPlus size={18} />
        </ToolButton>
        <ToolButton name={texts.zoomOut} onClick={() => engine?.zoomBy(-1)}>
          <IconMinus size={18} />
        </ToolButton>
        <ToolButton name={texts.fitAll} onClick={() => engine?.fitAll()}>
          <IconArrowsMaximize size={18} />
        </ToolButton>
        <ToolButton
          name={commonTexts.follow}
          isPressed={isFollowing}
          isDisabled={!hasSelection}
          onClick={() => store.follow(!isFollowing)}
        >
          <IconFocusCentered size={18} />
        </ToolButton>
        <LabelsMenu labels={labels} onLabels={onLabels} />
        <ToolButton
          name={texts.legend}
          isPressed={isLegendOpen}
          onClick={() => store.setState({ isLegendOpen: !isLegendOpen })}
        >
          <IconInfoCircle size={18} />
        </ToolButton>
        {children}
      </div>
    </div>
  );
}
