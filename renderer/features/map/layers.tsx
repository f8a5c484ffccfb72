import { Anchor, Checkbox, NativeSelect, Popover, Radio, Stack, Text } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import {
  keyedMapById,
  keyedMapStyle,
  providerOf,
  satelliteMaps,
  shareKey,
  type KeyedMap,
} from '#shared/domain/online-map';
import { useColourScheme, useSettings } from '#features/settings';
import { api } from '#lib/api';
import { changeSettings } from '#lib/change-settings';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { FaultNotice } from '#ui/fault-notice';
import { onlineMapName, showStreets, useKeyedMaps } from './base-map';
import { useLocalMaps } from './map-files';
import { useMapKeys, ToolButton } from './tool-parts';
import classes from './map.module.css';
import { KeyedMapForm, withKeyText } from './online-map-setting';

/** What lies under the devices, on all maps: streets, satellite pictures, offline maps or none. */
export function LayersButton() {
  const { t } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // A map may stay behind another page.
  useMapKeys({ layers: () => setOpen(!isOpen) }, () => button.current?.checkVisibility() ?? false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="left-start"
      trapFocus
      returnFocus
      width={300}
    >
      <Popover.Target>
        <ToolButton
          ref={button}
          name={t('map.layers')}
          title={t('map.layers.title')}
          icon={IconStack2}
          onClick={() => setOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('map.layers')} p={0}>
        <div className={classes.layers}>
          <Layers />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

type Layer = 'streets' | 'chosen' | 'satellite' | 'offline' | 'none';

function Layers() {
  const { t, said } = useFormat();
  const { mapStyleUrl: chosen, hiddenMaps, placesOnMap } = useSettings();
  const theme = useColourScheme();
  const keyed = useKeyedMaps();
  const local = useLocalMaps();
  /** Asked for, without a key so far. */
  const [isSatelliteAsked, setSatelliteAsked] = useState(false);
  const choosing = useAction(api.maps.chooseFile);
  const isStreets = providerOf(chosen)?.id.startsWith('openfreemap') ?? false;
  const satellite = satelliteMaps.find(({ id }) => keyed.some((map) => map.id === id)) ?? null;
  const isSatellite = satelliteMaps.some(({ id }) => chosen === keyedMapStyle(id));
  const isOther = chosen !== '' && !isStreets && !isSatellite;
  const current = (): Layer => {
    if (isSatelliteAsked || isSatellite) return 'satellite';
    if (chosen !== '') return isStreets ? 'streets' : 'chosen';
    return local.some(({ isHidden }) => !isHidden) ? 'offline' : 'none';
  };
  const hide = (hidden: (id: string) => boolean) => {
    const ids = local.map(({ id }) => id);
    const others = hiddenMaps.filter((id) => !ids.includes(id));
    const shown = { mapStyleUrl: '', hiddenMaps: [...others, ...ids.filter(hidden)].slice(-100) };
    return changeSettings(shown);
  };
  const choose = async (layer: Layer) => {
    setSatelliteAsked(layer === 'satellite' && satellite === null);
    if (layer === 'streets') await showStreets(theme);
    else if (layer === 'offline') await hide(() => false);
    else if (layer === 'none') await hide(() => true);
    else if (layer === 'satellite' && satellite) {
      await changeSettings({ mapStyleUrl: keyedMapStyle(satellite.id) });
    }
  };
  const option = (value: Layer, label: string, description?: string) => (
    <Radio
      size="xs"
      value={value}
      label={label}
      description={description}
      data-autofocus={value === current() || undefined}
    />
  );
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t('map.layers')}
        value={current()}
        onChange={(layer) => void choose(layer as Layer)}
      >
        <Stack gap={6} mt="xs">
          {option('streets', t('map.layers.streets'))}
          {isOther && option('chosen', said(onlineMapName(chosen)))}
          {option('satellite', t('map.layers.satellite'))}
          {isSatelliteAsked && <SatelliteKey onDone={() => setSatelliteAsked(false)} />}
          {local.length > 0 &&
            option('offline', t('map.files'), local.length === 1 ? local[0]!.name : undefined)}
          {local.length > 1 && chosen === '' && (
            <Stack gap={4} ps={28}>
              {local.map(({ id, name, isHidden }) => (
                <Checkbox
                  key={id}
                  size="xs"
                  label={name}
                  checked={!isHidden}
                  onChange={() =>
                    void hide((each) =>
                      each === id
                        ? !isHidden
                        : local.some((map) => map.id === each && map.isHidden),
                    )
                  }
                />
              ))}
            </Stack>
          )}
          {option('none', t('map.layers.none'), t('map.layers.none.note'))}
        </Stack>
      </Radio.Group>
      <Checkbox
        size="xs"
        label={t('map.layers.places')}
        checked={placesOnMap}
        onChange={({ currentTarget: { checked } }) => void changeSettings({ placesOnMap: checked })}
      />
      {choosing.fault && <FaultNotice fault={choosing.fault} context="open" />}
      <ActionButton loading={choosing.isBusy} onClick={() => void choosing.run()}>
        {t('map.layers.addFile')}
      </ActionButton>
      <Anchor href="#/settings" size="xs" draggable={false}>
        {t('map.layers.more')}
      </Anchor>
    </Stack>
  );
}

/** Asks for the key of a provider of satellite pictures, which are then shown. */
function SatelliteKey({ onDone }: { onDone: () => void }) {
  const { t, said } = useFormat();
  const known = useKeyedMaps().map(({ id }) => keyedMapById(id));
  const [map, setMap] = useState<KeyedMap>(
    () =>
      satelliteMaps.find((each) => known.some((other) => shareKey(other, each))) ??
      satelliteMaps[0]!,
  );
  return (
    <Stack gap={6} ps={28}>
      <NativeSelect
        size="xs"
        label={t('map.layers.satelliteFrom')}
        data={satelliteMaps.map(({ id, name }) => ({ value: id, label: said(name) }))}
        value={map.id}
        onChange={({ currentTarget: { value } }) => setMap(keyedMapById(value as KeyedMap['id']))}
      />
      <Text size="xs" c="dimmed">
        {withKeyText(map, t)}
      </Text>
      <KeyedMapForm key={map.id} map={map} address="" onDone={onDone} />
    </Stack>
  );
}
