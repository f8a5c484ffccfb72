import { Stack } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { defaultSettings, type Settings } from '#shared/domain/settings';
import { isChanged } from './defaults';
import { searchedSettings, settingNames, type SearchedSetting } from './setting-names';

interface SettingsView {
  /** What only few people ever need is apart. */
  part: 'usual' | 'advanced' | 'changed';
  /** Those that differed from their defaults when the list of them was opened. */
  changed: ReadonlySet<string>;
  /** The setting to show when it is drawn next. */
  asked: string | null;
}

export const settingsView = createStore<SettingsView>(() => ({
  part: 'usual',
  changed: new Set(),
  asked: null,
}));

const advanced: ReadonlySet<SearchedSetting> = new Set<SearchedSetting>([
  'showRawData',
  'serviceSpeedUnit',
  'fieldMapping',
  'submissionMode',
]);

/** Opens the page at a setting. */
export function showSetting(key: SearchedSetting): void {
  settingsView.setState({ part: advanced.has(key) ? 'advanced' : 'usual', asked: key });
  window.location.hash = '#/settings';
}

/** Lists what differs from its default; a setting stays in the list when it is reset. */
export function listChanged(settings: Settings): void {
  const changed = searchedSettings.filter(
    (key) => key in defaultSettings && isChanged(key as keyof Settings, settings),
  );
  settingsView.setState({ part: 'changed', changed: new Set(changed) });
}

/** Which settings are in the present view. */
export function useIsListed(): (name: string | readonly string[]) => boolean {
  const { part, changed } = useStore(settingsView);
  return (name) => part !== 'changed' || [name].flat().some((each) => changed.has(each));
}

/** Opens the page at what only few people need. */
export function showAdvanced(): void {
  settingsView.setState({ part: 'advanced' });
  window.location.hash = '#/settings';
}

/** The settings that the search of the window finds. */
export const foundSettings = searchedSettings.map((key) => ({
  id: key,
  name: settingNames[key],
  keywords: `settings.keywords.${key}` as const,
  run: () => showSetting(key),
}));

/** Gives the focus to the control of a setting. */
export function focusControl(setting: HTMLElement | null): void {
  const [control] = ['input', 'select', 'button'].flatMap(
    (tag) => setting?.querySelector<HTMLElement>(tag) ?? [],
  );
  control?.focus();
}

interface AskedSettingProps {
  /** Also the settings that are only there with this one. */
  name: string | readonly string[];
  children: ReactNode;
}

/** Around a setting: it is brought into view and gets the focus when it is asked for. */
export function AskedSetting({ name, children }: AskedSettingProps) {
  const element = useRef<HTMLDivElement>(null);
  const isListed = useIsListed();
  const isAsked = useStore(
    settingsView,
    ({ asked }) => asked !== null && [name].flat().includes(asked),
  );
  useEffect(() => {
    if (!isAsked) return;
    settingsView.setState({ asked: null });
    element.current?.scrollIntoView({ block: 'center' });
    focusControl(element.current);
  }, [isAsked]);
  if (!isListed(name)) return null;
  return (
    <Stack gap="sm" ref={element}>
      {children}
    </Stack>
  );
}
