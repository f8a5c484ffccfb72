import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { FleetRow } from '#engines/fleet';
import { useFleetStore } from '#features/fleet';
import { useFirstMatch } from '#lib/use-first-match';
import { kindWords, noMatchText, searchLabel } from './command-messages';
import classes from './command.module.css';
import { findCommands, type Command, type Found } from './find-commands';
import { createLatest } from './latest';

export type { Command };

/** Enough to order by name; more matches are narrowed by typing. */
const mostAsked = 60;

interface Answer {
  search: string;
  devices: FleetRow[];
}
const nothing: Answer = { search: '', devices: [] };

interface CommandSearchProps {
  commands: readonly Command[];
  onDevice: (id: string) => void;
}

/** The field of the header that finds devices, pages and actions; Ctrl+K moves to it. */
export function CommandSearch({ commands, onDevice }: CommandSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const { answer, ask, forget } = useDeviceSearch();
  const found = useMemo(
    () => findCommands(commands, search.trim() === '' ? [] : answer.devices, search),
    [commands, answer, search],
  );
  const combobox = useCombobox();
  // Devices of the text before this one are still in the list.
  const isAnswered = answer.search === search.trim();

  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
      if (event.key.toLowerCase() !== 'k' || document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  // The first one is the best.
  useEffect(() => {
    if (combobox.dropdownOpened) combobox.selectFirstOption();
    // The combobox is another object each time.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [found, combobox.dropdownOpened]);

  const close = () => {
    forget();
    setSearch('');
    enter.forget();
    combobox.closeDropdown();
  };
  const choose = (chosen: Found) => {
    close();
    input.current?.blur();
    if (chosen.kind === 'device') onDevice(chosen.id);
    else chosen.command.run();
  };
  const enter = useFirstMatch({ combobox, isAnswered, best: found[0], choose });

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
        const chosen = found.find((one) => one.key === key);
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
          aria-label={searchLabel}
          aria-keyshortcuts="Control+K Meta+K"
          placeholder={searchLabel}
          value={search}
          maxLength={200}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setSearch(text);
            enter.forget();
            ask(text.trim());
            combobox.openDropdown();
          }}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={close}
          onKeyDown={onKeyDown}
          leftSection={<IconSearch size={14} aria-hidden />}
          autoComplete="off"
          spellCheck={false}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown}>
        <Combobox.Options aria-label={searchLabel} className={classes.options}>
          {found.map((one) => (
            <Combobox.Option key={one.key} value={one.key} className={classes.option}>
              <span className={classes.name} title={one.name}>
                {one.name}
              </span>
              {one.kind === 'device' && one.note !== '' && (
                <span className={classes.note} title={one.note}>
                  {one.note}
                </span>
              )}
              <span className={classes.kind}>{kindWords[one.kind]}</span>
            </Combobox.Option>
          ))}
          {found.length === 0 && isAnswered && <Combobox.Empty>{noMatchText}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The devices that the worker finds for the last text. */
function useDeviceSearch() {
  const { client } = useFleetStore();
  const [answer, setAnswer] = useState(nothing);
  const latest = useMemo(
    () =>
      createLatest(
        async (search: string) => ({ search, devices: await client.find(search, mostAsked) }),
        setAnswer,
      ),
    [client],
  );
  useEffect(() => () => latest.cancel(), [latest]);
  const forget = () => {
    latest.cancel();
    setAnswer(nothing);
  };
  return {
    answer,
    ask: (search: string) => (search === '' ? forget() : latest.ask(search)),
    forget,
  };
}
