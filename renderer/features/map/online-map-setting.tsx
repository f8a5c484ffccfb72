import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import {
  keyedMapById,
  keyedMapOf,
  keyedMaps,
  keyedMapStyle,
  mapProviders,
  mapStyleRefusal,
  ownMapRefusal,
  providerOf,
  shareKey,
  type KeyedMap,
  type KeyedMapState,
} from '#shared/domain/online-map';
import { withoutUnseen } from '#shared/domain/text';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { useAction } from '#lib/use-action';
import { useAnswer } from '#lib/use-answer';
import { SettingsSection, useSettings, type Setting, type SettingProps } from '#features/settings';
import { FaultNotice } from '#ui/fault-notice';
import type { NoticeItem } from '#ui/notice';
import { SecretInput } from '#ui/secret-input';
import { useKeyedMaps } from './base-map';
import { bundledMapText, keyText, providerMessages, texts, troubleWords } from './base-map-texts';
import { MapFilesSetting } from './map-files-setting';

const own = 'own';
/** Two lists, and "own" in both. */
const keyedId = ({ id }: KeyedMap) => `keyed-${id}`;

const settings: Setting[] = [
  { kind: 'custom', key: 'mapFiles', Component: MapFilesSetting },
  { kind: 'custom', key: 'mapStyleUrl', Component: OnlineMapSetting },
];

/** The section of the settings about the base map. */
export const MapSetting = () => <SettingsSection title={texts.map} settings={settings} />;

/** The online map: off, one of a short list, or the address of a style. */
function OnlineMapSetting({ settings: { mapStyleUrl: value }, save }: SettingProps) {
  const onSave = (mapStyleUrl: string) => save({ mapStyleUrl });
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

interface MapStyleSettingProps {
  value: string;
  onSave: (value: string) => void;
}

/** The address of an online map style; empty for the map inside Waypost. */
function MapStyleSetting({ value, onSave }: MapStyleSettingProps) {
  const [draft, setDraft] = useState(value);
  const refusal = withoutUnseen(draft) === '' ? undefined : mapStyleRefusal(draft);
  const commit = () => {
    const next = withoutUnseen(draft);
    if (!refusal && next !== value) onSave(next);
  };
  return (
    <TextInput
      label={texts.onlineMapStyle}
      description={texts.addressOfAMaplibreStyle}
      placeholder="https://…/style.json"
      value={draft}
      error={refusal}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

interface KeyedMapSettingProps {
  map: KeyedMap;
  /** null: it was not set up. */
  state: KeyedMapState | null;
  /** The map was set up, and is then shown, or removed. */
  onDone: () => void;
}

/** An online map with a key of the user's: what its provider learns, and its key. */
function KeyedMapSetting({ map, state, onDone }: KeyedMapSettingProps) {
  const [isChanging, setChanging] = useState(false);
  const removing = useAction(() => api.maps.remove({ id: map.id }));
  const remove = async () => {
    if (await removing.run()) onDone();
  };
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {map.id === 'own' ? providerMessages.ownServer : providerMessages.withKey(map)}
      </Text>
      {state && (
        <Text size="xs" c={state.trouble || state.key === 'memory' ? 'orange' : 'dimmed'}>
          {state.trouble
            ? `${troubleWords[state.trouble].title(map.name)}. ${troubleWords[state.trouble].todo}`
            : keyText[state.key]}
        </Text>
      )}
      {removing.fault && <FaultNotice fault={removing.fault} context="open" />}
      {(!state || isChanging) && (
        <KeyedMapForm
          map={map}
          address={state?.address ?? ''}
          onDone={() => {
            setChanging(false);
            onDone();
          }}
        />
      )}
      {state && !isChanging && (
        <Group gap="sm">
          <Button size="xs" variant="default" onClick={() => setChanging(true)}>
            {map.id === 'own' ? texts.changeAddressOrKey : texts.changeKey}
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={removing.isBusy}
            onClick={() => void remove()}
          >
            {state.key === 'none' ? texts.removeThisMap : texts.removeKey}
          </Button>
          {state.trouble && (
            <Button
              size="xs"
              variant="default"
              onClick={() => void api.maps.retryOnline({ id: map.id })}
            >
              {commonTexts.tryAgain}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

interface KeyedMapFormProps {
  map: KeyedMap;
  address: string;
  onDone: () => void;
}

/** The key of an online map, and the address of an own server. */
export function KeyedMapForm({ map, address, onDone }: KeyedMapFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(address);
  const using = useAction(api.maps.useOnline);
  const known = useKeyedMaps().map(({ id }) => keyedMapById(id));
  const other = known.find((each) => shareKey(each, map));
  const isOwn = map.id === 'own';
  const refusal = isOwn && draft.trim() !== '' ? ownMapRefusal(draft) : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (refusal) return;
    const key = input.current?.value ?? '';
    if (await using.run({ id: map.id, address: isOwn ? draft : '', key })) onDone();
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-busy={using.isBusy}>
      <Stack gap="xs">
        {isOwn && (
          <TextInput
            label={texts.addressOfTheServer}
            description={texts.ofPicturesWithZX}
            placeholder="https://…/{z}/{x}/{y}.png?key={key}"
            value={draft}
            error={refusal}
            onChange={(event) => setDraft(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <SecretInput
          label={isOwn ? texts.keyOfTheServer : providerMessages.keyFor(map.name)}
          revealLabel={texts.showWhatIsTyped}
          description={
            other ? providerMessages.emptyUsesKeyOf(other.name) : texts.storedInTheKeychainOf
          }
          inputRef={input}
        />
        {using.fault && <FaultNotice fault={using.fault} context="open" />}
        <Group>
          <Button type="submit" size="xs" loading={using.isBusy}>
            {texts.useThisMap}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The parts of online maps that are cached on this computer. */
function MapCache() {
  const { value: bytes, reload } = useAnswer(api.maps.onlineCacheBytes, []);
  const clearing = useAction(api.maps.clearOnlineCache);
  const clear = async () => {
    if (await clearing.run()) reload();
  };
  return (
    <div>
      <Text size="xs" c="dimmed">
        {texts.partsOfOnlineMapsThat}
      </Text>
      {clearing.fault && <FaultNotice fault={clearing.fault} context="open" />}
      <Group mt="xs" gap="sm">
        <Button size="xs" variant="default" loading={clearing.isBusy} onClick={() => void clear()}>
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

/** Why the chosen online map is not shown: its key, its quota or the keychain. */
export function useKeyedMapNotices(): NoticeItem[] {
  const { mapStyleUrl } = useSettings();
  const states = useKeyedMaps();
  const map = keyedMapOf(mapStyleUrl);
  const state = states.find(({ id }) => id === map?.id);
  if (!map || !state?.trouble) return [];
  const { title, what, todo } = troubleWords[state.trouble];
  const retry = (
    <Button size="xs" variant="default" onClick={() => void api.maps.retryOnline({ id: map.id })}>
      {commonTexts.tryAgain}
    </Button>
  );
  return [
    {
      id: `${state.id} ${state.revision} ${state.trouble}`,
      tone: 'warning',
      isAlert: true,
      title: title(map.name),
      children: [bundledMapText, what, todo].join(' '),
      actions: retry,
      onDismiss: 'hide',
    },
  ];
}
