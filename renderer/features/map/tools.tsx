import { Kbd, Menu } from '@mantine/core';
import {
  IconAppWindow,
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
import type { PlainKey } from '#shared/i18n/translate';
import type { MapEngine } from '#engines/map';
import type { ColourScheme } from '#lib/device-state-look';
import { api } from '#lib/api';
import { shortcutText } from '#lib/shortcuts';
import { useFormat } from '#lib/use-format';
import { useColourScheme } from '#features/settings';
import { useMapKeys, ToolButton } from './tool-parts';
import { endRuler } from './ruler-panel';
import { useSaveMap } from './save-map';
import type { HeatChoice, MapStore } from './store';

/** Which devices are named on the map. */
const labelModeNames: Record<LabelMode, PlainKey> = {
  auto: 'settings.labels.auto',
  always: 'settings.labels.always',
  hover: 'settings.labels.hover',
  off: 'settings.labels.off',
};

const heatNames: Record<HeatChoice, PlainKey> = {
  off: 'map.heat.choice.off',
  devices: 'map.heat.choice.devices',
  alerts24h: 'map.heat.choice.alerts24h',
  alerts7d: 'map.heat.choice.alerts7d',
  alerts30d: 'map.heat.choice.alerts30d',
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
  const format = useFormat();
  const { t } = format;
  const heat = useStore(store, (state) => state.heat);
  const isMeasuring = useStore(store, ({ ruler }) => ruler !== null);
  const isLegendOpen = useStore(store, ({ panel }) => panel === 'legend');
  const saving = useSaveMap({ store, theme });
  useMapKeys(
    {
      showAll: () => engine.camera.fitAll(),
      measure: () => toggleRuler(store, engine),
      coordinates: () => store.setState({ panel: 'goTo' }),
    },
    () => engine.isShown(),
  );
  return (
    <Menu position="left-start" width={230}>
      <Menu.Target>
        <ToolButton ref={button} name={t('map.tools')} icon={IconTools} loading={saving.isBusy} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconRuler2 size={16} />}
          rightSection={<Kbd size="xs">{shortcutText('measure', format)}</Kbd>}
          onClick={() => toggleRuler(store, engine)}
        >
          {isMeasuring ? t('map.ruler.end') : t('map.ruler.measure')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconMapPin size={16} />}
          rightSection={<Kbd size="xs">{shortcutText('coordinates', format)}</Kbd>}
          onClick={() => store.setState({ panel: 'goTo' })}
        >
          {t('map.goTo')}
        </Menu.Item>
        <SubMenu name={t('map.heat')} icon={IconFlame}>
          <Choices<HeatChoice>
            names={heatNames}
            value={heat}
            onChange={(chosen) => store.setState({ heat: chosen, panel: null })}
          />
        </SubMenu>
        <SubMenu name={t('map.tools.names')} icon={IconTag}>
          <Choices names={labelModeNames} value={labels} onChange={onLabels} />
        </SubMenu>
        <SubMenu name={t('map.save')} icon={IconPhotoDown}>
          <Menu.Item onClick={() => void saving.run('png')}>{t('map.save.png')}</Menu.Item>
          <Menu.Item onClick={() => void saving.run('pdf')}>{t('map.save.pdf')}</Menu.Item>
          <Menu.Item onClick={() => void saving.run('print')}>{t('map.save.print')}</Menu.Item>
        </SubMenu>
        <Menu.Item
          leftSection={<IconInfoCircle size={16} />}
          onClick={() => store.setState({ panel: isLegendOpen ? null : 'legend' })}
        >
          {isLegendOpen ? t('map.legend.close') : t('map.legend')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconAppWindow size={16} />}
          onClick={() => void api.app.openWindow({ shows: 'map', device: null })}
        >
          {t('command.does.mapWindow')}
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
  names: Record<T, PlainKey>;
  value: T;
  onChange: (value: T) => void;
}

function Choices<T extends string>({ names, value, onChange }: ChoicesProps<T>) {
  const { t } = useFormat();
  return (
    <Menu.RadioGroup value={value} onChange={(chosen) => onChange(chosen as T)}>
      {Object.entries<PlainKey>(names).map(([each, name]) => (
        <Menu.RadioItem key={each} value={each} closeMenuOnClick>
          {t(name)}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

function toggleRuler(store: MapStore, engine: MapEngine): void {
  if (store.getState().ruler) return endRuler(store, engine);
  store.setState({ ruler: { start: null }, panel: null });
  engine.focus();
}

const heats = [
  'devices',
  'alerts24h',
  'alerts7d',
  'alerts30d',
] as const satisfies readonly HeatChoice[];

/** What the tools of the map do, for the search of the window; nothing while there is no map. */
export function useMapCommands(
  store: MapStore,
): readonly { name: string; keywords: string; run: () => void }[] {
  const engine = useStore(store, (state) => state.engine);
  const theme = useColourScheme();
  const { t } = useFormat();
  const { run: save } = useSaveMap({ store, theme });
  if (!engine) return [];
  return [
    {
      name: t('map.command.fitAll'),
      keywords: t('map.command.fitAll.keywords'),
      run: () => engine.camera.fitAll(),
    },
    {
      name: t('map.command.measure'),
      keywords: t('map.command.measure.keywords'),
      run: () => store.setState({ ruler: { start: null }, panel: null }),
    },
    {
      name: t('map.goTo'),
      keywords: t('map.command.goTo.keywords'),
      run: () => store.setState({ panel: 'goTo' }),
    },
    {
      name: t('map.command.legend'),
      keywords: t('map.command.legend.keywords'),
      run: () => store.setState({ panel: 'legend' }),
    },
    ...heats.map((heat) => ({
      name: t(`map.heat.title.${heat}`),
      keywords: t('map.command.heat.keywords'),
      run: () => store.setState({ heat, panel: null }),
    })),
    {
      name: t('map.save.png'),
      keywords: t('map.command.save.keywords'),
      run: () => void save('png'),
    },
    {
      name: t('map.save.pdf'),
      keywords: t('map.command.save.keywords'),
      run: () => void save('pdf'),
    },
    {
      name: t('map.command.print'),
      keywords: t('map.command.save.keywords'),
      run: () => void save('print'),
    },
  ];
}
