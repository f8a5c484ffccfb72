import { Combobox, CloseButton, TextInput, useCombobox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useWorkerAnswer } from '#lib/use-answer';
import { useFirstMatch } from '#lib/use-first-match';
import { useFormat } from '#lib/use-format';
import { page } from '#ui/page';
import classes from './fleet.module.css';
import { useFleetStore } from './fleet-store';

export interface ChosenDevice {
  id: string;
  label: string;
}

interface DevicePickerProps {
  label: string;
  /** The id of its input. */
  id?: string;
  chosen: readonly ChosenDevice[];
  /** How many may be chosen. */
  most: number;
  onChange: (devices: readonly ChosenDevice[]) => void;
  /** The colour of each device; absent: no colours. */
  colours?: readonly string[];
  placeholder?: string;
}

const shownMatches = 12;

/** Chooses devices by a part of their name, phone, tag or id. */
export function DevicePicker(props: DevicePickerProps) {
  const { label, id, chosen, most, onChange, colours, placeholder } = props;
  const { t } = useFormat();
  const { client } = useFleetStore();
  const [text, setText] = useState('');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const isOpen = combobox.dropdownOpened;
  const isSearching = text !== '';
  const isAsking = isOpen || isSearching;
  const ask = async () => ({ text, rows: await client.find(text, shownMatches) });
  const found = useWorkerAnswer(isAsking ? ask : null, [client, text, isOpen], {
    keepsValue: true,
  });
  const options = (found?.rows ?? []).filter(({ id }) => !chosen.some((each) => each.id === id));
  // Enter chooses the first match.
  const { selectFirstOption } = combobox;
  useEffect(() => {
    if (isSearching) selectFirstOption();
  }, [found, isSearching, selectFirstOption]);
  const choose = ({ id, label: name }: ChosenDevice) => {
    const device = { id, label: name };
    onChange(most === 1 ? [device] : [...chosen, device].slice(0, most));
    setText('');
    if (most === 1 || chosen.length + 1 >= most) combobox.closeDropdown();
  };
  const enter = useFirstMatch({
    combobox,
    isAnswered: !isAsking || found?.text === text,
    best: isSearching ? options[0] : undefined,
    choose,
  });
  const isFull = most > 1 && chosen.length >= most;
  return (
    <div className={classes.picker}>
      {chosen.map(({ id, label: name }, i) => (
        <span key={id} className={classes.pickedChip}>
          {colours && (
            <span
              className={classes.dot}
              style={{ background: colours[i % colours.length] }}
              aria-hidden
            />
          )}
          <bdi className={page.cut}>{name}</bdi>
          <CloseButton
            size="xs"
            aria-label={t('fleet.picker.remove', { device: name })}
            onClick={() => onChange(chosen.filter((device) => device.id !== id))}
          />
        </span>
      ))}
      {!isFull && !(most === 1 && chosen.length === 1) && (
        <Combobox
          store={combobox}
          onOptionSubmit={(chosenId) => {
            const device = options.find(({ id }) => id === chosenId);
            if (device) choose(device);
          }}
          withinPortal
        >
          <Combobox.Target>
            <TextInput
              id={id}
              size="xs"
              className={classes.pickerField}
              aria-label={label}
              placeholder={
                placeholder ??
                (chosen.length === 0 ? t('fleet.picker.choose') : t('fleet.picker.add'))
              }
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value);
                enter.forget();
                combobox.openDropdown();
              }}
              onClick={() => combobox.openDropdown()}
              onBlur={() => {
                enter.forget();
                combobox.closeDropdown();
              }}
              onKeyDown={enter.onKeyDown}
              autoComplete="off"
              spellCheck={false}
            />
          </Combobox.Target>
          {/* Without a search, an empty list means that all devices are chosen. */}
          <Combobox.Dropdown hidden={options.length === 0 && !isSearching}>
            <section aria-label={label}>
              <Combobox.Options aria-label={label}>
                {options.map(({ id, label: name }) => (
                  <Combobox.Option key={id} value={id}>
                    {name}
                  </Combobox.Option>
                ))}
                {options.length === 0 && <Combobox.Empty>{t('fleet.picker.none')}</Combobox.Empty>}
              </Combobox.Options>
            </section>
          </Combobox.Dropdown>
        </Combobox>
      )}
    </div>
  );
}
