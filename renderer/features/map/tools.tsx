import { Kbd, Menu } from '@mantine/core';
import {
  IconFlame,
  IconInfoCircle,
  IconMapPin,
  IconPhotoDown,
  IconRuler2,
  IconTag,
  IconTools,
  type Icon,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { LabelMode } from '#shared/domain/settings';
import type { MapEngine } from '#engines/map';
import type { ColourScheme } from '#lib/device-state-look';
import { useMapKeys } from './map-keys';
import { rulerTexts, texts, toolTexts } from './map-texts';
import { endRuler } from './ruler-panel';
import { useSaveMap } from './save-map';
import type { HeatChoice, MapStore } from './store';
import { ToolButton } from './tool-button';

/** Which devices are named on the map. */
const labelModeNames: Record<LabelMode, string> = {
  auto: texts.whereTheyFit,
  always: texts.all,
  hover: texts.onHover,
  off: texts.none,
};

interface ToolsProps {
  store: MapStore;
  engine: MapEngine;
  theme: ColourScheme;
  labels: LabelMode;
  onLabels: (labels: LabelMode) => void;
  /** The button of the menu. */
  button: React.Ref<HTMLButtonElement>;
}

/** What is needed now and then: the ruler, the heat map, a place, a picture, names and the legend. */
export function ToolsMenu({ store, engine, theme, labels, onLabels, button }: ToolsProps) {
  const heat = useStore(store, (state) => state.heat);
  const isMeasuring = useStore(store, ({ ruler }) => ruler !== null);
  const isLegendOpen = useStore(store, ({ panel }) => panel === 'legend');
  const saving = useSaveMap({ store, theme });
  useMapKeys(
    {
      f: () => engine.camera.fitAll(),
      m: () => toggleRuler(store, engine),
      g: () => store.setState({ panel: 'goTo' }),
    },
    () => engine.isShown(),
  );
  return (
    <Menu position="left-start" width={230}>
      <Menu.Target>
        <ToolButton ref={button} name={texts.tools} icon={IconTools} loading={saving.isBusy} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconRuler2 size={16} />}
          rightSection={<Kbd size="xs">M</Kbd>}
          onClick={() => toggleRuler(store, engine)}
        >
          {isMeasuring ? rulerTexts.end : rulerTexts.name}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconMapPin size={16} />}
          rightSection={<Kbd size="xs">G</Kbd>}
          onClick={() => store.setState({ panel: 'goTo' })}
        >
          {toolTexts.goTo}
        </Menu.Item>
        <SubMenu name={toolTexts.heat} icon={IconFlame}>
          <Choices<HeatChoice>
            names={toolTexts.heatNames}
            value={heat}
            onChange={(chosen) => store.setState({ heat: chosen, panel: null })}
          />
        </SubMenu>
        <SubMenu name={texts.namesOnTheMap} icon={IconTag}>
          <Choices names={labelModeNames} value={labels} onChange={onLabels} />
        </SubMenu>
        <SubMenu name={toolTexts.save} icon={IconPhotoDown}>
          <Menu.Item onClick={() => void saving.run('png')}>{toolTexts.savePng}</Menu.Item>
          <Menu.Item onClick={() => void saving.run('pdf')}>{toolTexts.savePdf}</Menu.Item>
          <Menu.Item onClick={() => void saving.run('print')}>{toolTexts.print}</Menu.Item>
        </SubMenu>
        <Menu.Item
          leftSection={<IconInfoCircle size={16} />}
          onClick={() => store.setState({ panel: isLegendOpen ? null : 'legend' })}
        >
          {isLegendOpen ? texts.closeLegend : texts.legend}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface SubMenuProps {
  name: string;
  icon: Icon;
  children: ReactNode;
}

function SubMenu({ name, icon: Icon, children }: SubMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu.Sub position="left-start" opened={isOpen} onChange={setOpen}>
      <Menu.Sub.Target>
        {/* Enter opens it too, as the arrow key does. */}
        <Menu.Sub.Item leftSection={<Icon size={16} />} onClick={() => setOpen(true)}>
          {name}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>{children}</Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

interface ChoicesProps<T extends string> {
  /** The values to choose from, with their names. */
  names: Record<T, string>;
  value: T;
  onChange: (value: T) => void;
}

const Choices = <T extends string>({ names, value, onChange }: ChoicesProps<T>) => (
  <Menu.RadioGroup value={value} onChange={(chosen) => onChange(chosen as T)}>
    {Object.entries<string>(names).map(([each, text]) => (
      <Menu.RadioItem key={each} value={each} closeMenuOnClick>
        {text}
      </Menu.RadioItem>
    ))}
  </Menu.RadioGroup>
);

function toggleRuler(store: MapStore, engine: MapEngine): void {
  if (store.getState().ruler) return endRuler(store, engine);
  store.setState({ ruler: { start: null }, panel: null });
  engine.focus();
}
