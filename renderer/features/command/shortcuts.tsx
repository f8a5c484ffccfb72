import { Kbd } from '@mantine/core';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import classes from './command.module.css';
import { pressedText, shortcutGroups } from './shortcut-list';

const store = createStore(() => ({ isOpen: false }));

export const showShortcuts = (): void => store.setState({ isOpen: true });

/** The keys of the app, in a dialog that "?" opens wherever nothing is typed. */
export function Shortcuts() {
  const { isOpen } = useStore(store);
  const format = useFormat();
  const { t } = format;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, defaultPrevented } = event;
      const isTyping =
        target instanceof Element && ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
      if (key !== '?' || defaultPrevented || isTyping) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      showShortcuts();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <Dialog
      opened={isOpen}
      onClose={() => store.setState({ isOpen: false })}
      title={t('command.shortcuts')}
      size={760}
    >
      <div className={classes.shortcuts}>
        {shortcutGroups.map(({ where, keys }) => (
          <section key={where}>
            <h3 className={classes.where}>{t(where)}</h3>
            <dl className={classes.keys}>
              {keys.map(([pressed, does]) => (
                <div key={does} className={classes.shortcut}>
                  <dt>
                    {pressed.map((key) => {
                      const text = pressedText(key, format);
                      return (
                        <Kbd key={text} className={classes.key}>
                          {text}
                        </Kbd>
                      );
                    })}
                  </dt>
                  <dd>{t(does)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
