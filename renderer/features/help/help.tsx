import { Menu, UnstyledButton, type MenuProps } from '@mantine/core';
import { IconBook2, IconBug, IconKeyboard, IconSparkles } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { HelpTopic } from '#shared/ipc/desktop';
import { Shortcuts, showShortcuts } from '#features/command';
import { useAppInfo } from '#lib/app-info';
import { lazyPage } from '#lib/lazy-page';
import { shortcutText, useShortcut } from '#lib/shortcuts';
import { useFormat } from '#lib/use-format';
import classes from './help.module.css';
import { newsSeen } from './news-seen';

// The guide, its texts and what draws them are loaded when it is opened first.
const Guide = lazyPage(async () => (await import('./guide')).Guide);

interface Opened {
  topic: Exclude<HelpTopic, 'shortcuts'> | null;
  /** The page about the dialog that has the focus. */
  about: string | null;
}

const store = createStore((): Opened => ({ topic: null, about: null }));

/** Opens help about a topic, above what is on screen. */
export function showHelp(topic: HelpTopic): void {
  if (topic === 'shortcuts') return showShortcuts();
  const about = document.activeElement?.closest('[data-guide]')?.getAttribute('data-guide') ?? null;
  store.setState({ topic, about });
}

/** The list of keys, and the guide, which F1 opens at the page about what is on screen. */
export function Help({ page }: { page: string }) {
  const { topic, about } = useStore(store);
  useShortcut('guide', () => showHelp('guide'));
  const pages = { guide: about ?? page, news: 'news', problem: 'report-a-problem' };
  return (
    <>
      <Shortcuts />
      {topic && (
        <Guide key={topic} first={pages[topic]} onClose={() => store.setState({ topic: null })} />
      )}
    </>
  );
}

/** In the status bar after an update, until what is new was read. */
export function NewVersion() {
  const { t } = useFormat();
  const version = useAppInfo()?.version;
  // Closing the news is when they were seen.
  useStore(store);
  const seen = newsSeen.read();
  useEffect(() => {
    if (version !== undefined && seen === null) newsSeen.write(version);
  }, [version, seen]);
  if (version === undefined || seen === null || seen === version) return null;
  return (
    <UnstyledButton className={classes.updated} onClick={() => showHelp('news')}>
      {t('help.updated', { version })}
    </UnstyledButton>
  );
}

interface HelpMenuProps {
  /** The button that opens it. */
  children: ReactNode;
  position?: MenuProps['position'];
}

/** The topics of help, beside a button. */
export function HelpMenu({ children, position = 'right-end' }: HelpMenuProps) {
  const format = useFormat();
  const { t } = format;
  return (
    <Menu position={position} width={240}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconBook2 size={15} />}
          rightSection={shortcutText('guide', format)}
          onClick={() => showHelp('guide')}
        >
          {t('help.guide')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={15} />}
          rightSection={shortcutText('shortcuts', format)}
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
