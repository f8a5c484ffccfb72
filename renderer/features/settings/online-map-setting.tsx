import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import {
  keyedMapOf,
  keyedMaps,
  keyedMapStyle,
  type KeyedMap,
  mapProviders,
  providerOf,
} from '#shared/domain/online-map';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { providerMessages } from './keyed-map-messages';
import { KeyedMapSetting } from './keyed-map-setting';
import { useKeyedMaps } from './keyed-maps';
import { MapStyleSetting } from './map-style-setting';
import { texts } from './settings-texts';

interface OnlineMapSettingProps {
  value: string;
  onSave: (value: string) => void;
}

const own = 'own';
/** Two lists, and "own" in both. */
const keyedId = ({ id }: KeyedMap) => `keyed-${id}`;

/** The online map: off, one of a short list, or the address of a style. */
export function OnlineMapSetting({ value, onSave }: OnlineMapSettingProps) {
  const states = useKeyedMaps();
  /** Chosen in the list, but not used before its key is accepted. */
  const [picked, setPicked] = useState<KeyedMap | null>(null);
  const provider = providerOf(value);
  const chosen = keyedMapOf(value);
  const keyed = picked ?? chosen;
  const stateOf = (map: KeyedMap) => states.find(({ id }) => id === map.id) ?? null;
  const choose = (id: string) => {
    const map = keyedMaps.find((each) => keyedId(each) === id) ?? null;
    setPicked(map);
    if (map) {
      if (stateOf(map)) onSave(keyedMapStyle(map.id));
    } else if (id !== own) onSave(mapProviders.find((each) => each.id === id)?.style ?? '');
  };
  return (
    <>
      <NativeSelect
        label={texts.onlineMap}
        description={texts.offUntilYouChooseOne}
        data={[
          { value: '', label: texts.off },
          ...mapProviders.map(({ id, name }) => ({ value: id, label: name })),
          {
            group: texts.withAKeyOfYours,
            items: keyedMaps.map((map) => ({ value: keyedId(map), label: map.name })),
          },
          ...(value !== '' && !provider && !chosen
            ? [{ value: own, label: texts.ownStyleAddress }]
            : []),
        ]}
        value={keyed ? keyedId(keyed) : value === '' ? '' : (provider?.id ?? own)}
        onChange={({ currentTarget: { value: id } }) => choose(id)}
      />
      {keyed && (
        <KeyedMapSetting
          key={keyed.id}
          map={keyed}
          state={stateOf(keyed)}
          onDone={() => setPicked(null)}
        />
      )}
      {provider && !keyed && (
        <Text size="xs" c="dimmed">
          {providerMessages.withoutKey(provider)}
        </Text>
      )}
      <MapStyleSetting key={value} value={chosen ? '' : value} onSave={onSave} />
      <MapCache />
    </>
  );
}

/** The parts of online maps that are cached on this computer. */
function MapCache() {
  const [bytes, setBytes] = useState<number | null>(null);
  const clearing = useAction(async () => {
    const outcome = await api.maps.clearOnlineCache();
    if (outcome.ok) setBytes(outcome.value);
    return outcome;
  });
  useEffect(() => {
    void api.maps.onlineCacheBytes().then((outcome) => outcome.ok && setBytes(outcome.value));
  }, []);
  return (
    <div>
      <Text size="xs" c="dimmed">
        {texts.partsOfOnlineMapsThat}
      </Text>
      {clearing.fault && <FaultNotice fault={clearing.fault} context="open" />}
      <Group mt="xs" gap="sm">
        <Button
          size="xs"
          variant="default"
          loading={clearing.isBusy}
          onClick={() => void clearing.run()}
        >
          {texts.clearTheCacheOfOnline}
        </Button>
        {bytes !== null && (
          <Text size="xs" c="dimmed">
            {providerMessages.cached(bytes)}
          </Text>
        )}
      </Group>
    </div>
  );
}
