import { Switch, Text, Title } from '@mantine/core';
import { callWeightsText } from '#features/usage';
import type { ReactNode } from 'react';
import type { Settings } from '#shared/domain/settings';
import { api } from '#lib/api';
import { useAppInfo } from '#lib/app-info';
import { commonTexts } from '#lib/common-texts';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { aboutMessages } from './about-messages';
import { NumberSetting } from './number-setting';
import { Section } from './settings-controls';
import { Appearance, Locking, Maps, States, Units, Warnings } from './settings-sections';
import { texts } from './settings-texts';
import { UpdatesSetting } from './updates-setting';
import classes from './settings.module.css';
import { useSettings } from './store';

/** All settings, saved as soon as they change; `children` are sections of other features. */
export function SettingsPage({ children }: { children?: ReactNode }) {
  const settings = useSettings();
  const change = useAction(api.settings.change);
  const save = (part: Partial<Settings>) => void change.run(part);
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <Title order={1} size="h3">
          {texts.settings}
        </Title>
        {change.fault && <FaultNotice fault={change.fault} context="open" />}
        <Appearance settings={settings} save={save} />
        <Maps settings={settings} save={save} />
        <Units settings={settings} save={save} />
        <States settings={settings} save={save} />
        <Warnings settings={settings} save={save} />
        <Section title={commonTexts.history}>
          <NumberSetting
            label={texts.lateRecordsMayComeFor}
            description={texts.trackersWithoutANetworkSend}
            value={settings.historySettleHours}
            min={0}
            max={168}
            decimals={1}
            onSave={(historySettleHours) => save({ historySettleHours })}
          />
        </Section>
        <Section title={texts.network}>
          <NumberSetting
            label={texts.callsPerMinute}
            description={texts.theMostCallsThatWaypost}
            value={settings.callsPerMinute}
            min={1}
            max={6000}
            onSave={(callsPerMinute) => save({ callsPerMinute })}
          />
          <NumberSetting
            label={texts.oldestPositionCheckMinutes}
            description={texts.devicesThatMoveAndThose}
            value={settings.oldestCheckMinutes}
            min={5}
            max={1440}
            onSave={(oldestCheckMinutes) => save({ oldestCheckMinutes })}
          />
          <Switch
            label={texts.pauseTheRefreshOnBattery}
            description={texts.whileThisComputerRunsOn}
            checked={settings.pauseOnBattery}
            onChange={(event) => save({ pauseOnBattery: event.currentTarget.checked })}
          />
          <Text size="xs" c="dimmed">
            {callWeightsText}
          </Text>
        </Section>
        <Locking settings={settings} save={save} />
        <Section title={texts.updates}>
          <UpdatesSetting settings={settings} save={save} />
        </Section>
        {children}
        <About />
      </div>
    </div>
  );
}

function About() {
  const info = useAppInfo();
  if (!info) return null;
  return (
    <Section title={texts.about}>
      <Text size="sm">
        {aboutMessages.version(info.version)} {aboutMessages.keys(info.keychainName)}
      </Text>
      <Text size="sm">
        {aboutMessages.folder} <code>{info.userDataFolder}</code>
      </Text>
    </Section>
  );
}
