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
import { useAction } from '#lib/use-action';
import { useAnswer } from '#lib/use-answer';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { useSettings, type SettingProps } from '#features/settings';
import { ActionButton } from '#ui/action-button';
import { FaultNotice } from '#ui/fault-notice';
import type { NoticeItem } from '#ui/notice';
import { SecretInput } from '#ui/secret-input';
import { useKeyedMaps } from './base-map';

const own = 'own';
/** Two lists, and "own" in both. */
const keyedId = ({ id }: KeyedMap) => `keyed-${id}`;

/** The online map: off, one of a short list, or the address of a style. */
export function OnlineMapSetting({ settings: { mapStyleUrl: value }, save }: SettingProps) {
  const { t, said } = useFormat();
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
        label={t('map.online')}
        description={t('map.online.help')}
        data={[
          { value: '', label: t('map.online.off') },
          ...mapProviders.map(({ id, name }) => ({ value: id, label: said(name) })),
          {
            group: t('map.online.withKeys'),
            items: keyedMaps.map((map) => ({ value: keyedId(map), label: said(map.name) })),
          },
          ...(value !== '' && !provider && !chosen
            ? [{ value: own, label: t('map.online.own') }]
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
          {t(provider.mayStore ? 'map.online.withoutKeyStored' : 'map.online.withoutKey', {
            terms: provider.terms,
            sources: provider.attribution,
          })}
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
  const { t } = useFormat();
  const [draft, setDraft] = useState(value);
  const refusal = withoutUnseen(draft) === '' ? undefined : mapStyleRefusal(draft);
  const commit = () => {
    const next = withoutUnseen(draft);
    if (!refusal && next !== value) onSave(next);
  };
  return (
    <TextInput
      label={t('map.online.style')}
      description={t('map.online.style.help')}
      placeholder="https://…/style.json"
      value={draft}
      error={refusal && t(refusal)}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

/** What the provider of a map with a key learns, and where its terms are. */
export const withKeyText = (
  { name, terms, keysAt, attribution }: KeyedMap,
  t: Format['t'],
): string => t('map.online.withKey', { provider: name, terms, keys: keysAt, sources: attribution });

interface KeyedMapSettingProps {
  map: KeyedMap;
  /** null: it was not set up. */
  state: KeyedMapState | null;
  /** The map was set up, and is then shown, or removed. */
  onDone: () => void;
}

/** An online map with a key of the user's: what its provider learns, and its key. */
function KeyedMapSetting({ map, state, onDone }: KeyedMapSettingProps) {
  const { t } = useFormat();
  const [isChanging, setChanging] = useState(false);
  const removing = useAction(() => api.maps.remove({ id: map.id }));
  const remove = async () => {
    if (await removing.run()) onDone();
  };
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {map.id === 'own' ? t('map.online.ownServer') : withKeyText(map, t)}
      </Text>
      {state && (
        <Text size="xs" c={state.trouble || state.key === 'memory' ? 'orange' : 'dimmed'}>
          {state.trouble ? (
            <>
              <span>{t(`map.trouble.${state.trouble}.title`, { map: map.name })}</span>
              <br />
              <span>{t(`map.trouble.${state.trouble}.todo`)}</span>
            </>
          ) : (
            t(`map.online.key.state.${state.key === 'unread' ? 'keychain' : state.key}`)
          )}
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
          <ActionButton onClick={() => setChanging(true)}>
            {map.id === 'own' ? t('map.online.changeAddressOrKey') : t('map.online.changeKey')}
          </ActionButton>
          <ActionButton loading={removing.isBusy} onClick={() => void remove()}>
            {state.key === 'none' ? t('map.online.remove') : t('map.online.removeKey')}
          </ActionButton>
          {state.trouble && (
            <ActionButton onClick={() => void api.maps.retryOnline({ id: map.id })}>
              {t('common.tryAgain')}
            </ActionButton>
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
  const { t } = useFormat();
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
            label={t('map.online.address')}
            description={t('map.online.address.help')}
            placeholder="https://…/{z}/{x}/{y}.png?key={key}"
            value={draft}
            error={refusal && t(refusal)}
            onChange={(event) => setDraft(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <SecretInput
          label={isOwn ? t('map.online.key.server') : t('map.online.key', { provider: map.name })}
          revealLabel={t('map.online.key.show')}
          description={
            other
              ? t('map.online.key.emptyUses', { provider: other.name })
              : t('map.online.key.stored')
          }
          inputRef={input}
        />
        {using.fault && <FaultNotice fault={using.fault} context="open" />}
        <Group>
          <Button type="submit" size="xs" loading={using.isBusy}>
            {t('map.online.use')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The parts of online maps that are cached on this computer. */
function MapCache() {
  const { t, size } = useFormat();
  const { value: bytes, reload } = useAnswer(api.maps.onlineCacheBytes, []);
  const clearing = useAction(api.maps.clearOnlineCache);
  const clear = async () => {
    if (await clearing.run()) reload();
  };
  return (
    <div>
      <Text size="xs" c="dimmed">
        {t('map.online.cache')}
      </Text>
      {clearing.fault && <FaultNotice fault={clearing.fault} context="open" />}
      <Group mt="xs" gap="sm">
        <ActionButton loading={clearing.isBusy} onClick={() => void clear()}>
          {t('map.online.cache.clear')}
        </ActionButton>
        {bytes !== null && (
          <Text size="xs" c="dimmed">
            {t('map.online.cache.size', { size: size(bytes) })}
          </Text>
        )}
      </Group>
    </div>
  );
}

/** Why the chosen online map is not shown: its key, its quota or the keychain. */
export function useKeyedMapNotices(): NoticeItem[] {
  const { t } = useFormat();
  const { mapStyleUrl } = useSettings();
  const states = useKeyedMaps();
  const map = keyedMapOf(mapStyleUrl);
  const state = states.find(({ id }) => id === map?.id);
  if (!map || !state?.trouble) return [];
  const retry = (
    <ActionButton onClick={() => void api.maps.retryOnline({ id: map.id })}>
      {t('common.tryAgain')}
    </ActionButton>
  );
  return [
    {
      id: `${state.id} ${state.revision} ${state.trouble}`,
      tone: 'warning',
      isAlert: true,
      title: t(`map.trouble.${state.trouble}.title`, { map: map.name }),
      children: (
        <>
          {t('map.trouble.instead')} {t(`map.trouble.${state.trouble}.what`)}{' '}
          {t(`map.trouble.${state.trouble}.todo`)}
        </>
      ),
      actions: retry,
      onDismiss: 'hide',
    },
  ];
}
