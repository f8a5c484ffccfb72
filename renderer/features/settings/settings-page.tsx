import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  SegmentedControl,
  Switch,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { zoneChoices, type Settings } from '#shared/domain/settings';
import { zoneLabel } from '#shared/domain/time-zone';
import { firstDays, languages } from '#shared/i18n/languages';
import { message, type PlainKey } from '#shared/i18n/translate';
import type { UpdateState } from '#shared/ipc/desktop';
import { PassphraseSetting, useOpenSession } from '#features/session';
import { callWeightsText } from '#features/usage';
import { api } from '#lib/api';
import { useAppInfo } from '#lib/app-info';
import type { Format } from '#lib/format';
import { createMirror } from '#lib/mirror';
import { useAction } from '#lib/use-action';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { FaultNotice } from '#ui/fault-notice';
import { page, SearchBox } from '#ui/page';
import { SearchSelect } from '#ui/search-select';
import { Choice, SettingField, type SettingComponent, type SettingProps } from './setting-fields';
import {
  settingsView,
  showPart,
  showUsual,
  useShownSections,
  type ComponentKey,
  type ShownSection,
} from './settings-table';
import classes from './settings.module.css';
import { useSettings, useZone } from './store';

interface SettingsPageProps {
  /** What other features show. */
  components: Omit<Record<ComponentKey, SettingComponent>, keyof typeof ownComponents>;
}

/** All settings, by section: the usual ones, those that few people need, or those that were changed. */
export function SettingsPage({ components }: SettingsPageProps) {
  const format = useFormat();
  const { t } = format;
  const { part, search, changed } = useStore(settingsView);
  const settings = useSettings();
  const shown = useShownSections();
  // The page begins with what is usual.
  useEffect(() => showUsual, []);
  return (
    <div className={`${page.body} ${classes.columns}`}>
      <nav aria-label={t('settings.sections')} className={classes.index}>
        {shown.map(({ title }) => (
          <UnstyledButton key={title} className={classes.entry} onClick={() => goTo(title)}>
            {t(title)}
          </UnstyledButton>
        ))}
      </nav>
      <div className={classes.sections}>
        <Title order={1} size="h3">
          {t('settings.title')}
        </Title>
        <div className={classes.views}>
          <SearchBox
            label={t('settings.search')}
            value={search}
            onChange={(text) => settingsView.setState({ search: text })}
          />
          <SegmentedControl
            size="xs"
            aria-label={t('settings.title')}
            value={search === '' ? part : ''}
            data={(['usual', 'advanced', 'changed'] as const).map((value) => ({
              value,
              label: t(`settings.${value}`),
            }))}
            onChange={(chosen) => showPart(chosen as typeof part, settings)}
          />
        </div>
        {search === '' && part !== 'usual' && (
          <Text size="sm" c="dimmed">
            {part === 'advanced'
              ? t('settings.advanced.note')
              : t(changed.size > 0 ? 'settings.changed.note' : 'settings.changed.none')}
          </Text>
        )}
        {search !== '' && shown.length === 0 && (
          <Text size="sm" c="dimmed" role="status">
            {t('settings.search.none', { search })}
          </Text>
        )}
        {shown.map((section) => (
          <Section
            key={section.title}
            section={section}
            components={{ ...ownComponents, ...components }}
          />
        ))}
      </div>
    </div>
  );
}

const goTo = (title: PlainKey) => {
  const heading = document.getElementById(title);
  heading?.focus({ preventScroll: true });
  heading?.parentElement?.scrollIntoView({ block: 'start' });
};

interface SectionProps {
  section: ShownSection;
  components: Partial<Record<string, SettingComponent>>;
}

/** A titled group of settings, each saved as soon as it changes. */
function Section({ section: { title, note, settings, isWhole }, components }: SectionProps) {
  const { t } = useFormat();
  const current = useSettings();
  const change = useAction(api.settings.change);
  return (
    <section className={page.card} aria-label={t(title)}>
      <Title order={2} size="h5" id={title} tabIndex={-1}>
        {t(title)}
      </Title>
      {note && isWhole && <span className={page.quiet}>{t(note)}</span>}
      {change.fault && <FaultNotice fault={change.fault} context="open" />}
      {settings.map((setting) => (
        <SettingField
          key={setting.key}
          setting={setting}
          Component={components[setting.key]}
          settings={current}
          save={(part) => void change.run(part)}
        />
      ))}
    </section>
  );
}

/** Each language is named in itself. */
function LanguageChoice({ settings, save }: SettingProps) {
  const { t } = useFormat();
  return (
    <NativeSelect
      label={t('settings.language')}
      data={[
        { value: 'system', label: t('settings.language.system') },
        ...languages.map(({ tag, name }) => ({ value: tag, label: name })),
      ]}
      value={settings.language}
      onChange={({ currentTarget: { value } }) => save({ language: value as Settings['language'] })}
    />
  );
}

/** Monday, Saturday and Sunday of a week. */
const weekdays = { mon: '2026-11-23', sat: '2026-11-28', sun: '2026-11-29' } as const;

function FirstDay({ settings: { firstDay }, save }: SettingProps) {
  const { t, language } = useFormat();
  const names = new Intl.DateTimeFormat(language.locale, { weekday: 'long', timeZone: 'UTC' });
  const nameOf = (day: Settings['firstDay']) =>
    day === 'system' ? t('settings.firstDay.system') : names.format(Date.parse(weekdays[day]));
  return (
    <Choice
      label={t('settings.firstDay')}
      description={t('settings.firstDay.help')}
      value={firstDay}
      options={firstDays.map((day) => [day, nameOf(day)])}
      onChoose={(chosen) => save({ firstDay: chosen as Settings['firstDay'] })}
    />
  );
}

const otherZone = 'other';

/** The zone in which times are shown and read. */
function TimeZone({ settings: { timeZone }, save }: SettingProps) {
  const { t } = useFormat();
  const accountZone = useOpenSession()?.accountTimeZone ?? null;
  const isComputerNamed = useAppInfo()?.computerZone.isNamed ?? true;
  const zone = useZone(timeZone);
  const isOther = !zoneChoices.has(timeZone);
  const zones = useMemo(
    () =>
      [...new Set(['UTC', timeZone, ...Intl.supportedValuesOf('timeZone')])].map((name) => ({
        value: name,
        label: name,
      })),
    [timeZone],
  );
  const description = () => {
    if (timeZone === 'account' && !accountZone) return t('settings.times.accountNotProvided');
    if (timeZone === 'computer' && !isComputerNamed)
      return t('settings.times.computerUnknown', { zone });
    return t('settings.times.current', { zone: zoneLabel(zone) });
  };
  return (
    <>
      <Choice
        label={t('settings.times')}
        description={description()}
        value={isOther ? otherZone : timeZone}
        options={[
          ['computer', t('settings.times.computer')],
          ['account', t('settings.times.account')],
          ['utc', 'UTC'],
          [otherZone, t('settings.times.other')],
        ]}
        onChoose={(chosen) => save({ timeZone: chosen === otherZone ? zone : chosen })}
      />
      {isOther && (
        <SearchSelect
          label={t('settings.zone')}
          data={zones}
          value={timeZone}
          nothingFoundMessage={t('settings.zone.notFound')}
          onChange={(chosen) => chosen !== null && save({ timeZone: chosen })}
        />
      )}
    </>
  );
}

const usualWarningDays = [60, 30, 7, 1];

/** A checkbox for each threshold, also for those that were set elsewhere. */
function ExpiryWarnings({ settings: { expiryWarningDays }, save }: SettingProps) {
  const { t } = useFormat();
  const days = [...new Set([...usualWarningDays, ...expiryWarningDays])].toSorted((a, b) => b - a);
  return (
    <Checkbox.Group
      label={t('settings.expiry.days')}
      description={t('settings.expiry.help')}
      value={expiryWarningDays.map(String)}
      onChange={(values) => save({ expiryWarningDays: values.map(Number) })}
    >
      <Group gap="md" mt="xs">
        {days.map((count) => (
          <Checkbox
            key={count}
            value={String(count)}
            label={t('settings.expiry.threshold', { days: count })}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** The passphrase of the open account, and with it when Waypost is locked. */
function Passphrase() {
  const { t } = useFormat();
  const isProtected = useOpenSession()?.copyStoredIn === 'passphrase';
  return (
    <>
      <span className={page.quiet}>
        {t(isProtected ? 'settings.lock.protected' : 'settings.lock.unprotected')}
      </span>
      <PassphraseSetting />
    </>
  );
}

/** Where the desktop shows no icons of programs, a closed window could not be opened again. */
function CloseToTray({ settings: { closeToTray }, save }: SettingProps) {
  const { t } = useFormat();
  const { value: hasTray } = useAnswer(api.app.hasTray, []);
  return (
    <Switch
      label={t('settings.desktop.tray')}
      description={t(
        hasTray === false ? 'settings.desktop.tray.none' : 'settings.desktop.tray.help',
      )}
      // It can still be turned off.
      disabled={hasTray !== true && !closeToTray}
      checked={closeToTray}
      onChange={(event) => save({ closeToTray: event.currentTarget.checked })}
    />
  );
}

const usualIdleMinutes = [5, 15, 30, 60];

/** When an offline copy under a passphrase is locked. */
function LockWhenIdle({ settings: { lockAfterIdleMinutes: chosen }, save }: SettingProps) {
  const { t } = useFormat();
  const minutes = [
    ...new Set([...usualIdleMinutes, ...(chosen === null ? [] : [chosen])]),
  ].toSorted((a, b) => a - b);
  return (
    <NativeSelect
      label={t('settings.lock.idle')}
      data={[
        { value: '', label: t('settings.lock.idle.never') },
        ...minutes.map((count) => ({
          value: String(count),
          label: t('settings.lock.idle.minutes', { count }),
        })),
      ]}
      value={chosen === null ? '' : String(chosen)}
      onChange={({ currentTarget: { value } }) =>
        save({ lockAfterIdleMinutes: value === '' ? null : Number(value) })
      }
    />
  );
}

const updatesMirror = createMirror(
  () => api.updates.current(),
  (listener) => api.updates.onChanged(listener),
);

const isForbidden = (state: UpdateState | null) => state?.phase === 'off' && state.why === 'policy';

/** Whether to check for updates, unless the administrator decides it. */
function CheckForUpdates({ settings: { updatesEnabled }, save }: SettingProps) {
  const { t } = useFormat();
  const isLocked = useStore(updatesMirror, ({ value }) => isForbidden(value));
  return (
    <Switch
      label={t('settings.updates.check')}
      description={isLocked && t('settings.updates.off.policy')}
      checked={updatesEnabled && !isLocked}
      disabled={isLocked}
      onChange={(event) => save({ updatesEnabled: event.currentTarget.checked })}
    />
  );
}

/** The state of updates. Main asks before it downloads or installs anything. */
function Updates() {
  const format = useFormat();
  const { t } = format;
  const state = useStore(updatesMirror, ({ value }) => value);
  const check = useAction(api.updates.check);
  const download = useAction(api.updates.download);
  const install = useAction(api.updates.install);
  if (isForbidden(state)) return null;
  const isOff = state === null || state.phase === 'off';
  const fault = check.fault ?? download.fault ?? install.fault;
  return (
    <>
      {fault && <FaultNotice fault={fault} context="open" />}
      <Group gap="sm">
        <Text size="sm" aria-live="polite">
          {state && updateText(state, format)}
        </Text>
        {state?.phase === 'staged' && (
          <Button size="xs" disabled={install.isBusy} onClick={() => void install.run()}>
            {t('settings.updates.install')}
          </Button>
        )}
        {state?.phase === 'available' && (
          <Button size="xs" disabled={download.isBusy} onClick={() => void download.run()}>
            {t('settings.updates.download')}
          </Button>
        )}
        {state?.phase !== 'staged' && state?.phase !== 'available' && (
          <ActionButton disabled={isOff || check.isBusy} onClick={() => void check.run()}>
            {t('settings.updates.checkNow')}
          </ActionButton>
        )}
      </Group>
    </>
  );
}

/** The state of updates as one sentence. */
function updateText(state: UpdateState, { t, said }: Format): string {
  switch (state.phase) {
    case 'off':
      return t(`settings.updates.off.${state.why}`);
    case 'idle':
      if (state.note) return said(state.note);
      return t(
        state.checkedAt === null ? 'settings.updates.notChecked' : 'settings.updates.newest',
      );
    case 'checking':
      return t('settings.updates.checking');
    case 'available':
      return t('settings.updates.available', state);
    case 'downloading':
      return t('settings.updates.downloading', { version: state.version });
    case 'staged': {
      const { version, waitsFor } = state;
      return waitsFor
        ? t('settings.updates.waits', { version, reason: waitsFor })
        : t('settings.updates.staged', { version });
    }
    case 'failed':
      return said(state.message);
  }
}

/** How many calls things take. */
function CallWeights() {
  const format = useFormat();
  return (
    <Text size="xs" c="dimmed">
      {callWeightsText(format)}
    </Text>
  );
}

function About() {
  const { t } = useFormat();
  const info = useAppInfo();
  if (!info) return null;
  return (
    <>
      <Text size="sm">
        {t('settings.about.version', { version: info.version })}{' '}
        {t('settings.about.keys', {
          keychain: message('common.keychain.name', { platform: info.platform }),
        })}
      </Text>
      <Text size="sm">
        {t('settings.about.folder')} <code>{info.userDataFolder}</code>
      </Text>
    </>
  );
}

const ownComponents = {
  language: LanguageChoice,
  firstDay: FirstDay,
  timeZone: TimeZone,
  expiryWarningDays: ExpiryWarnings,
  callWeights: CallWeights,
  lockAfterIdleMinutes: LockWhenIdle,
  passphrase: Passphrase,
  closeToTray: CloseToTray,
  updatesEnabled: CheckForUpdates,
  updateState: Updates,
  about: About,
} satisfies Partial<Record<ComponentKey, SettingComponent>>;
