import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { ownMapRefusal, type KeyedMap, type KeyedMapState } from '#shared/domain/online-map';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { SecretInput } from '#ui/secret-input';
import { keyText, providerMessages, troubleWords } from './keyed-map-messages';
import { texts } from './settings-texts';
import { messages } from './settings-messages';

interface KeyedMapSettingProps {
  map: KeyedMap;
  /** null: it was not set up. */
  state: KeyedMapState | null;
  /** The map was set up, and is then shown, or removed. */
  onDone: () => void;
}

/** An online map with a key of the user's: what its provider learns, and its key. */
export function KeyedMapSetting({ map, state, onDone }: KeyedMapSettingProps) {
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

function KeyedMapForm({ map, address, onDone }: KeyedMapFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(address);
  const using = useAction(api.maps.useOnline);
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
          label={isOwn ? texts.keyOfTheServer : messages.keyFor(map.name)}
          revealLabel={texts.showWhatIsTyped}
          description={texts.storedInTheKeychainOf}
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
