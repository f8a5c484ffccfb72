import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { foundSettingName, settingKeywords, type FoundSetting } from './settings-texts';

/** The setting to show when the page is drawn next. */
const asked = createStore<{ key: string | null }>(() => ({ key: null }));

/** Opens the page at a setting. */
export function showSetting(key: FoundSetting): void {
  asked.setState({ key });
  window.location.hash = '#/settings';
}

/** The settings that the search of the window finds. */
export const foundSettings = (Object.keys(settingKeywords) as FoundSetting[]).map((key) => ({
  id: key,
  name: foundSettingName(key),
  keywords: settingKeywords[key],
  run: () => showSetting(key),
}));

/** For the element around a setting: it is brought into view and gets the focus when it is asked for. */
export function useAskedSetting(key: string) {
  const element = useRef<HTMLDivElement>(null);
  const isAsked = useStore(asked, (state) => state.key === key);
  useEffect(() => {
    if (!isAsked) return;
    asked.setState({ key: null });
    element.current?.scrollIntoView({ block: 'center' });
    const [control] = ['input', 'select', 'button'].flatMap(
      (tag) => element.current?.querySelector<HTMLElement>(tag) ?? [],
    );
    control?.focus();
  }, [isAsked]);
  return element;
}
