import { Button, Group, Switch, Text } from '@mantine/core';
import { useStore } from 'zustand';
import type { UpdateState } from '#shared/ipc/desktop';
import type { Settings } from '#shared/domain/settings';
import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { texts } from './settings-texts';
import { updateText } from './update-messages';

const updatesMirror = createMirror(
  () => api.updates.current(),
  (listener) => api.updates.onChanged(listener),
);

function useUpdates(): UpdateState | null {
  return useStore(updatesMirror, ({ value }) => value);
}

interface UpdatesSettingProps {
  settings: Settings;
  save: (part: Partial<Settings>) => void;
}

/** Whether updates are checked, and the result. Main asks before it downloads or installs anything. */
export function UpdatesSetting({ settings, save }: UpdatesSettingProps) {
  const state = useUpdates();
  const check = useAction(api.updates.check);
  const download = useAction(api.updates.download);
  const install = useAction(api.updates.install);
  const isOff = state === null || state.phase === 'off';
  const fault = check.fault ?? download.fault ?? install.fault;
  return (
    <>
      <Switch
        label={texts.checkForNewVersions}
        checked={settings.updatesEnabled}
        onChange={(event) => save({ updatesEnabled: event.currentTarget.checked })}
      />
      {fault && <FaultNotice fault={fault} context="open" />}
      <Group gap="sm">
        <Text size="sm" aria-live="polite">
          {state ? updateText(state) : ''}
        </Text>
        {state?.phase === 'staged' && (
          <Button size="xs" disabled={install.isBusy} onClick={() => void install.run()}>
            {texts.restartAndInstall}
          </Button>
        )}
        {state?.phase === 'available' && (
          <Button size="xs" disabled={download.isBusy} onClick={() => void download.run()}>
            {texts.download}
          </Button>
        )}
        {state?.phase !== 'staged' && state?.phase !== 'available' && (
          <Button
            size="xs"
            variant="default"
            disabled={isOff || check.isBusy}
            onClick={() => void check.run()}
          >
            {texts.checkNow}
          </Button>
        )}
      </Group>
    </>
  );
}
