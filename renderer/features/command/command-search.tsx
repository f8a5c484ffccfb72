import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { fold } from '#shared/domain/text';
import type { FleetRow } from '#engines/fleet';
import { useFleetStore } from '#features/fleet';
import { nameRank, nameSearch, searchRanks } from '#lib/find-text';
import { useWorkerAnswer } from '#lib/use-answer';
import { useFirstMatch } from '#lib/use-first-match';
import { kindWords, noMatchText, searchLabel } from './command-messages';
import classes from './command.module.css';

/** A page or an action. */
export interface Command {
  kind: 'page' | 'action';
  name: string;
  run: () => void;
}

type Found = { rank: number; key: string; name: string } & (
  { kind: 'page' | 'action'; command: Command } | { kind: 'device'; id: string; note: string }
);

/** Enough to order by name; more matches are narrowed by typing. */
const mostAsked = 60;

interface CommandSearchProps {
  commands: readonly Command[];
  onDevice: (id: string) => void;
}

/** The field of the header that finds devices, pages and actions; Ctrl+K moves to it. */
export function CommandSearch({ commands, onDevice }: CommandSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const { client } = useFleetStore();
  const text = search.trim();
  const answer = useWorkerAnswer(
    text === '' ? null : async () => ({ text, devices: await client.find(text, mostAsked) }),
    [client, text],
    { keepsValue: true },
  );
  const found = useMemo(
    () => findCommands(commands, text === '' || !answer ? [] : answer.devices, text),
    [commands, answer, text],
  );
  const combobox = useCombobox();
  // Devices of the text before this one are still in the list.
  const isAnswered = text === '' || answer?.text === text;

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
            setSearch(event.currentTarget.value);
            enter.forget();
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

const mostShown = 10;

/** What to show for a search: devices that the worker found, and commands, together. */
export function findCommands(
  commands: readonly Command[],
  devices: readonly Pick<FleetRow, 'id' | 'label' | 'description'>[],
  search: string,
): Found[] {
  const wanted = nameSearch(search);
  // Nothing typed: the pages and actions themselves.
  const isAll = wanted.words.length === 0;
  const found: Found[] = [];
  for (const command of commands) {
    const { kind, name } = command;
    const rank = isAll ? searchRanks.name : nameRank(fold(name), wanted);
    if (rank === searchRanks.elsewhere) continue;
    found.push({ kind, rank, key: `${kind}:${name}`, name, command });
  }
  for (const { id, label, description } of devices) {
    const rank = nameRank(fold(label), wanted);
    found.push({ kind: 'device', rank, key: `device:${id}`, name: label, id, note: description });
  }
  const bestFirst = found.toSorted((a, b) => a.rank - b.rank);
  return isAll ? bestFirst : bestFirst.slice(0, mostShown);
}
