import { Menu } from '@mantine/core';
import { IconBook2, IconBug, IconKeyboard, IconSparkles } from '@tabler/icons-react';
import { Suspense, useEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { HelpTopic } from '#shared/ipc/desktop';
import { showShortcuts } from '#features/command';
import { lazyPage } from '#lib/lazy-page';
import { useFormat } from '#lib/use-format';

// The guide, its texts and what draws them are loaded when it is opened first.
const Guide = lazyPage(async () => (await import('./guide')).Guide);

const store = createStore(() => ({ opened: null as Exclude<HelpTopic, 'shortcuts'> | null }));

/** Opens help about a topic, unless a dialog waits for an answer. */
export function showHelp(topic: HelpTopic): void {
  if (document.querySelector('[aria-modal="true"]')) return;
  if (topic === 'shortcuts') showShortcuts();
  else store.setState({ opened: topic });
}

/** The guide, which F1 opens at the page that is about what is on screen. */
export function Help({ page }: { page: string }) {
  const { opened } = useStore(store);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F1' || event.defaultPrevented) return;
      event.preventDefault();
      showHelp('guide');
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  if (!opened) return null;
  const first = { guide: page, news: 'news', problem: 'report-a-problem' }[opened];
  return (
    <Suspense fallback={null}>
      <Guide first={first} onClose={() => store.setState({ opened: null })} />
    </Suspense>
  );
}

/** The topics of help, below a button. */
export function HelpMenu({ children }: { children: ReactNode }) {
  const { t } = useFormat();
  return (
    <Menu position="right-end" width={240}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconBook2 size={15} />}
          rightSection="F1"
          onClick={() => showHelp('guide')}
        >
          {t('help.guide')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={15} />}
          rightSection="?"
          onClick={() => showHelp('shortcuts')}
        >
          {t('command.shortcuts')}
        </Menu.Item>
        <Menu.Item leftSection={<IconSparkles size={15} />} onClick={() => showHelp('news')}>
          {t('help.news')}
        </Menu.Item>
        <Menu.Item leftSection={<IconBug size={15} />} onClick={() => showHelp('problem')}>
          {t('help.problem')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
