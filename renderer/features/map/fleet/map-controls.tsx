import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconFocusCentered,
  IconInfoCircle,
  IconMinus,
  IconPlus,
  IconTag,
} from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { labelModes, type LabelMode } from '#shared/domain/settings';
import type { FleetClient } from '#features/fleet-data';
import classes from './map.module.css';
import type { MapStore } from '../store';

interface ToolProps {
  name: string;
  onClick: () => void;
  children: ReactNode;
  /** For a toggle button. */
  isPressed?: boolean;
  isDisabled?: boolean;
}

function Tool({ name, onClick, children, isPressed, isDisabled }: ToolProps) {
  return (
    <ActionIcon
      variant={isPressed ? 'filled' : 'default'}
      size="lg"
      aria-label={name}
      title={name}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}

/** Whether a device is selected. */
function useHasSelection(fleet: FleetClient): boolean {
  const [hasSelection, setHasSelection] = useState(false);
  useEffect(() => fleet.subscribe((view) => setHasSelection(view.selected !== null)), [fleet]);
  return hasSelection;
}

const labelModeNames: Record<LabelMode, string> = {
  auto: 'Where they fit',
  always: 'All',
  hover: 'On hover',
  off: 'None',
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
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Names on the map"
          title="Names on the map"
        >
          <IconTag size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Names on the map</Menu.Label>
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
}

/** The buttons of the map. */
export function MapControls({ store, fleet, labels, onLabels }: MapControlsProps) {
  const { engine, isFollowing, canResume, isLegendOpen } = useStore(store);
  const hasSelection = useHasSelection(fleet);
  useEffect(() => {
    if (!hasSelection) store.follow(false);
  }, [store, hasSelection]);
  return (
    <div className={classes.controls}>
      {canResume && hasSelection && (
        <Button size="compact-sm" variant="default" onClick={() => store.follow(true)}>
          Resume following
        </Button>
      )}
      <div className={classes.tools} role="group" aria-label="Map controls">
        <Tool name="Zoom in" onClick={() => engine?.zoomIn()}>
          <IconPlus size={18} />
        </Tool>
        <Tool name="Zoom out" onClick={() => engine?.zoomOut()}>
          <IconMinus size={18} />
        </Tool>
        <Tool name="Fit all" onClick={() => void engine?.fitAll()}>
          <IconArrowsMaximize size={18} />
        </Tool>
        <Tool
          name="Follow"
          isPressed={isFollowing}
          isDisabled={!hasSelection}
          onClick={() => store.follow(!isFollowing)}
        >
          <IconFocusCentered size={18} />
        </Tool>
        <LabelsMenu labels={labels} onLabels={onLabels} />
        <Tool
          name="Legend"
          isPressed={isLegendOpen}
          onClick={() => store.setState({ isLegendOpen: !isLegendOpen })}
        >
          <IconInfoCircle size={18} />
        </Tool>
      </div>
    </div>
  );
}
