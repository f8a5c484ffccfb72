import { useColorScheme } from '@mantine/hooks';
import { useInsertionEffect, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { directionOf } from '#shared/i18n/languages';
import { chosenTimeZone } from '#shared/domain/calendar';
import { zoneOfProcess } from '#shared/domain/time-zone';
import { defaultSettings, type Settings } from '#shared/domain/settings';
import { unitChoiceOf } from '#shared/domain/units';
import { useOpenSession } from '#features/session';
import { api } from '#lib/api';
import { useAppInfo } from '#lib/app-info';
import type { ColourScheme } from '#lib/device-state-look';
import { createFormat, type Format } from '#lib/format';
import { language } from '#lib/language';
import { createMirror } from '#lib/mirror';
import { setCurrentFormat, useFormat } from '#lib/use-format';

export const settingsMirror = createMirror(
  () => api.settings.current(),
  (listener) => api.settings.onChanged(listener),
);

/** The current settings; the defaults until main has answered. */
export function useSettings(): Settings {
  return useStore(settingsMirror, ({ value }) => value ?? defaultSettings);
}

/** The chosen colour scheme, or the system's. */
export function useColourScheme(): ColourScheme {
  const { theme } = useSettings();
  const system = useColorScheme(undefined, { getInitialValueInEffect: false });
  return theme === 'system' ? system : theme;
}

/** As this window sees it, until main has answered, which also knows the files of the computer. */
const zoneOfWindow = zoneOfProcess();

/** The zone of a choice; the computer's if the account provides none. */
export function useZone(choice: Settings['timeZone']): string {
  const account = useOpenSession()?.accountTimeZone ?? null;
  const { zone: computer } = useAppInfo()?.computerZone ?? zoneOfWindow;
  return chosenTimeZone(choice, { account, computer });
}

/** The zone in which days are the account's days, and whether the service provided it. */
export function useAccountZone(): { zone: string; isProvided: boolean } {
  const isProvided = useOpenSession()?.accountTimeZone != null;
  return { zone: useZone('account'), isProvided };
}

/** Says in which zone days begin. */
export function useDaysNote(): string {
  const { t } = useFormat();
  const { zone, isProvided } = useAccountZone();
  return t(isProvided ? 'settings.days.account' : 'settings.days.computer', { zone });
}

/** The formatting for the current settings, for the provider at the root. */
export function useChosenFormat(): Format {
  const settings = useSettings();
  const { timeZone, serviceSpeedUnit, coordinateStyle } = settings;
  const { speedUnit, unitSystem, distanceUnit } = unitChoiceOf(settings);
  const zone = useZone(timeZone);
  const accountTimeZone = useZone('account');
  const shownLanguage = useSyncExternalStore(language.subscribe, language.current);
  const format = useMemo(
    () =>
      createFormat({
        language: shownLanguage,
        timeZone: zone,
        accountTimeZone,
        serviceSpeedUnit,
        speedUnit,
        unitSystem,
        distanceUnit,
        coordinateStyle,
      }),
    [
      shownLanguage,
      zone,
      accountTimeZone,
      serviceSpeedUnit,
      speedUnit,
      unitSystem,
      distanceUnit,
      coordinateStyle,
    ],
  );
  useInsertionEffect(() => {
    setCurrentFormat(format);
    const { tag } = shownLanguage;
    Object.assign(document.documentElement, { lang: tag, dir: directionOf(tag) });
  }, [format, shownLanguage]);
  return format;
}
