import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useFleetStore } from '#features/fleet';
import { useWorkerAnswer } from '#lib/use-answer';
import { useFirstMatch } from '#lib/use-first-match';
import { isNoDialogOpen, useShortcut } from '#lib/shortcuts';
import { useFormat } from '#lib/use-format';
import classes from './command.module.css';
import {
  commandFinder,
  inSections,
  keyOf,
  rankedDevices,
  withoutSearch,
  type Command,
} from './find-commands';

/** Enough to order by name; more matches are narrowed by typing. */
const mostAsked = 60;

interface CommandSearchProps {
  /** Everything but the devices, which the worker finds. */
  commands: readonly Command[];
  /** What a typed text means by itself; it is the first answer. */
  commandOf: (text: string) => Command | null;
  onDevice: (id: string) => void;
  /** What was opened last, the newest first. */
  recent: readonly Command[];
}

/** The field of the header that finds everything by its name; Ctrl+K moves to it. */
export function CommandSearch({ commands, commandOf, onDevice, recent }: CommandSearchProps) {
  const { t } = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const { client } = useFleetStore();
  const text = search.trim();
  const answer = useWorkerAnswer(
    text === '' ? null : async () => ({ text, devices: await client.find(text, mostAsked) }),
    [client, text],
    { keepsValue: true },
  );
  const find = useMemo(() => commandFinder(commands), [commands]);
  const sections = useMemo(() => {
    if (text === '') return withoutSearch(recent, commands);
    const devices = (answer?.devices ?? []).map(({ id, label, description }): Command => ({
      kind: 'device',
      id,
      name: label,
      note: description,
      run: () => onDevice(id),
    }));
    const meant = commandOf(text);
    return inSections([
      ...(meant ? [{ command: meant, rank: -1 }] : []),
      ...rankedDevices(devices, text),
      ...find(text),
    ]);
  }, [find, commands, commandOf, onDevice, recent, answer, text]);
  const found = sections.flatMap((section) => section.commands);
  const best = found[0];
  const combobox = useCombobox();
  // Devices of the text before this one are still in the list.
  const isAnswered = text === '' || answer?.text === text;

  const moveHere = () => {
    input.current?.focus();
    input.current?.select();
  };
  useShortcut('find', moveHere, isNoDialogOpen);

  // The first one is the best.
  useEffect(() => {
    if (combobox.dropdownOpened) combobox.selectFirstOption();
    // The combobox is another object each time.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [sections, combobox.dropdownOpened]);

  const close = () => {
    setSearch('');
    enter.forget();
    combobox.closeDropdown();
  };
  const choose = (chosen: Command) => {
    close();
    input.current?.blur();
    chosen.run();
  };
  const enter = useFirstMatch({ combobox, isAnswered, best, choose });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      close();
      input.current?.blur();
    } else enter.onKeyDown(event);
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(key) => {
        const chosen = found.find((one) => keyOf(one) === key);
        if (chosen) choose(chosen);
      }}
      withinPortal
      middlewares={{ flip: false, shift: true }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={input}
          size="xs"
          className={classes.field}
          aria-label={t('command.search')}
          aria-keyshortcuts="Control+K Meta+K"
          placeholder={t('command.placeholder')}
          value={search}
          maxLength={200}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            enter.forget();
            combobox.openDropdown();
          }}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={close}
          onKeyDown={onKeyDown}
          leftSection={<IconSearch size={14} aria-hidden />}
          spellCheck={false}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown}>
        <Combobox.Options aria-label={t('command.search')} className={classes.options}>
          {sections.map(({ kind, commands: under }) => (
            <Combobox.Group key={kind} label={t(`command.section.${kind}`)}>
              {under.map((one) => (
                <Combobox.Option key={keyOf(one)} value={keyOf(one)} className={classes.option}>
                  <span className={classes.name} title={one.name}>
                    {one.name}
                  </span>
                  {one.note && (
                    <span className={classes.note} title={one.note}>
                      {one.note}
                    </span>
                  )}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
          {found.length === 0 && isAnswered && (
            <Combobox.Empty>{t('command.noMatch')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
