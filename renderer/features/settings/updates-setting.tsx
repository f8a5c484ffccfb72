import { Button, Group, Switch, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { UpdateState } from '#shared/domain/update';
import type { Settings } from '#shared/domain/settings';
import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { updateText } from './update-messages';

const updatesMirror = createMirror(
  () => api.updates.current(),
  (listener) => api.updates.onChanged(listener),
);
let isStarted = false;

function useUpdates(): UpdateState | null {
  useEffect(() => {
    if (!isStarted) updatesMirror.start();
    isStarted = true;
  }, []);
  return useStore(updatesMirror, ({ value }) => value);
}

interface UpdatesSettingProps {
  settings: Settings;
  save: (part: Partial<Settings>) => void;
}

/** The update feed and the result of the last check. */
export function UpdatesSetting({ settings, save }: UpdatesSettingProps) {
  const state = useUpdates();
  const check = useAction(api.updates.check);
  const install = useAction(api.updates.install);
  const [draft, setDraft] = useState(settings.updateFeedUrl);
  const commit = () => {
    const next = draft.trim();
    if (next !== settings.updateFeedUrl) save({ updateFeedUrl: next });
  };
  const isOff = state === null || state.phase === 'off';
  const fault = check.fault ?? install.fault;
  return (
    <>
      <Switch
        label="Check for new versions"
        checked={settings.updatesEnabled}
        onChange={(event) => save({ updatesEnabled: event.currentTarget.checked })}
      />
      <TextInput
        label="Update feed"
        description="Address of the folder in which your administrator publishes new versions. Empty: updates are not checked."
        placeholder="https://…/waypost/"
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
        autoComplete="off"
        spellCheck={false}
      />
      {fault && <FaultNotice fault={fault} context="open" />}
      <Group gap="sm">
        <Text size="sm" aria-live="polite">
          {state ? updateText(state) : ''}
        </Text>
        {state?.phase === 'staged' ? (
          <Button size="xs" disabled={install.isBusy} onClick={() => void install.run()}>
            Restart and install
          </Button>
        ) : (
          <Button
            size="xs"
            variant="default"
            disabled={isOff || check.isBusy}
            onClick={() => void check.run()}
          >
            Check now
          </Button>
        )}
      </Group>
    </>
  );
}
