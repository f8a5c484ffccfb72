import { Kbd } from '@mantine/core';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { isNoDialogOpen, keysText, useShortcut } from '#lib/shortcuts';
import { useFormat } from '#lib/use-format';
import { keysOf, shortcuts, type ShortcutName, type ShortcutPlace } from '#shared/domain/shortcuts';
import { Dialog } from '#ui/dialog';
import classes from './command.module.css';

const store = createStore(() => ({ isOpen: false }));

const places = Object.entries(shortcuts) as [
  ShortcutPlace,
  Partial<Record<ShortcutName, unknown>>,
][];

export const showShortcuts = (): void => store.setState({ isOpen: true });

/** The keys of the app, in a dialog that "?" opens wherever nothing is typed. */
export function Shortcuts() {
  const { isOpen } = useStore(store);
  const format = useFormat();
  const { t } = format;
  useShortcut('shortcuts', showShortcuts, ({ target }) => {
    const isTyping = target instanceof Element && target.matches('input,textarea,select');
    return !isTyping && isNoDialogOpen();
  });
  return (
    <Dialog
      opened={isOpen}
      onClose={() => store.setState({ isOpen: false })}
      title={t('command.shortcuts')}
      size={760}
    >
      <div className={classes.shortcuts}>
        {places.map(([place, names]) => (
          <section key={place}>
            <h3 className={classes.where}>{t(`command.shortcuts.${place}`)}</h3>
            <dl className={classes.keys}>
              {(Object.keys(names) as ShortcutName[]).map((name) => (
                <div key={name} className={classes.shortcut}>
                  <dt>
                    {keysOf(name).map((keys) => (
                      <Kbd key={keys} className={classes.key}>
                        {keysText(keys, format)}
                      </Kbd>
                    ))}
                  </dt>
                  <dd>{t(`command.does.${name}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
