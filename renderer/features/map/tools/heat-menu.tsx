import { Menu } from '@mantine/core';
import { IconFlame } from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { MapStore } from '../store';
import { heatChoices, type HeatChoice } from './heat-choice';
import { ToolButton } from './tool-button';
import { toolMessages as messages } from './tool-messages';

/** Chooses what the heat shows. */
export function HeatMenu({ store }: { store: MapStore }) {
  const heat = useStore(store, (state) => state.heat);
  return (
    <Menu position="left-start" withArrow>
      <Menu.Target>
        <ToolButton name={messages.heat} isPressed={heat !== 'off'}>
          <IconFlame size={18} />
        </ToolButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{messages.heat}</Menu.Label>
        <Menu.RadioGroup
          value={heat}
          onChange={(chosen) => store.setState({ heat: chosen as HeatChoice })}
        >
          {heatChoices.map((choice) => (
            <Menu.RadioItem key={choice} value={choice} closeMenuOnClick>
              {messages.heatNames[choice]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
