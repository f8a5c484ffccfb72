import { Select, TagsInput, TextInput, type OptionsFilter } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { groupLabel } from '#shared/domain/group';
import type { Choice, Lookup } from './lookups';
import { useGroups, useGroupsByIdOrName, useUsers } from '#features/records';
import { useFleetStore } from '#features/fleet';
import {
  choicesOf,
  countryLabel,
  findChoices,
  timeZoneLabel,
  useCountries,
  useTimeZones,
} from './lookups';
import { useDeviceLabel } from './use-device-label';
import { FieldFrame, fieldId, fieldName, useField } from './user-form';

const shownChoices = 100;

const filterChoices: OptionsFilter = ({ options, search }) =>
  findChoices(options as Choice[], search).slice(0, shownChoices);

export function CountryField() {
  return <LookupField field="country" lookup={useCountries()} label={countryLabel} />;
}

export function TimeZoneField() {
  return <LookupField field="timeZone" lookup={useTimeZones()} label={timeZoneLabel} />;
}

interface LookupFieldProps {
  field: 'country' | 'timeZone';
  lookup: Lookup;
  label: (code: string, name: string) => string;
}

const byHand = {
  country: 'The list could not be read; write the two-letter code.',
  timeZone: 'The list could not be read; write the zone as Europe/Madrid.',
};

function LookupField({ field, lookup, label }: LookupFieldProps) {
  const { value, problem, set } = useField(field);
  const text = typeof value === 'string' ? value : '';
  const choices = useMemo(
    () => choicesOf(lookup.entries ?? {}, text, label),
    [lookup.entries, text, label],
  );
  return (
    <FieldFrame field={field} isRequired>
      {lookup.fault ? (
        <TextInput
          id={fieldId(field)}
          size="xs"
          aria-required
          value={text}
          error={problem}
          description={byHand[field]}
          inputWrapperOrder={['input', 'error', 'description']}
          onChange={(event) => set(event.currentTarget.value)}
          autoComplete="off"
        />
      ) : (
        <Select
          id={fieldId(field)}
          size="xs"
          aria-label={fieldName(field)}
          aria-required
          searchable
          data={choices}
          filter={filterChoices}
          value={text || null}
          error={problem}
          placeholder="Search by name or code"
          nothingFoundMessage={lookup.entries ? 'Nothing fits.' : 'Reading the list…'}
          onChange={(chosen) => chosen !== null && set(chosen)}
          autoComplete="off"
        />
      )}
    </FieldFrame>
  );
}

/** The group whose devices the user sees; main sends it in the form this service uses. */
export function GroupField() {
  const { value, set } = useField('group');
  const groups = useGroups();
  const known = useGroupsByIdOrName();
  const text = typeof value === 'string' ? value : null;
  const present = known.find(text);
  const data = useMemo(() => {
    const choices = groups.map((group) => ({
      // The present one as the service sent it: choosing it again is no change.
      value: group === present && text !== null ? text : group.id,
      label: groupLabel(group),
    }));
    choices.sort((a, b) => a.label.localeCompare(b.label));
    if (text === null || present) return choices;
    return [{ value: text, label: `${text} (not among the groups)` }, ...choices];
  }, [groups, present, text]);
  return (
    <FieldFrame field="group">
      <Select
        id={fieldId('group')}
        size="xs"
        aria-label={fieldName('group')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Tie to no group' }}
        data={data}
        filter={filterChoices}
        value={text}
        placeholder="No group"
        nothingFoundMessage="No group fits."
        onChange={set}
        autoComplete="off"
      />
    </FieldFrame>
  );
}

/** The single device the user sees. */
export function DeviceField() {
  const { value, set } = useField('deviceId');
  const { client } = useFleetStore();
  const id = typeof value === 'string' ? value : null;
  const label = useDeviceLabel(id);
  const [search, setSearch] = useState('');
  const [found, setFound] = useState<readonly Choice[]>([]);
  const wanted = label === search ? '' : search;
  useEffect(() => {
    let isWanted = true;
    void client.find(wanted, shownChoices).then((rows) => {
      if (!isWanted) return;
      setFound(rows.map((row) => ({ value: row.id, label: `${row.label} (${row.id})` })));
    });
    return () => {
      isWanted = false;
    };
  }, [client, wanted]);
  const isListed = found.some((choice) => choice.value === id);
  const data = id === null || isListed ? [...found] : [{ value: id, label: label ?? id }, ...found];
  return (
    <FieldFrame field="deviceId">
      <Select
        id={fieldId('deviceId')}
        size="xs"
        aria-label={fieldName('deviceId')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Tie to no device' }}
        data={data}
        // The fleet has searched already.
        filter={({ options }) => options}
        value={id}
        placeholder="No device"
        nothingFoundMessage="No device fits."
        onSearchChange={setSearch}
        onChange={set}
        autoComplete="off"
      />
    </FieldFrame>
  );
}

/** Privileges as the service sends them: those seen on any user, and any other word. */
export function PrivilegesField() {
  const { value, set } = useField('privileges');
  return (
    <FieldFrame field="privileges" isWide>
      <TagsInput
        id={fieldId('privileges')}
        size="xs"
        aria-label={fieldName('privileges')}
        description="As the service sends them; what each allows is not documented. Choose, or write another."
        inputWrapperOrder={['input', 'error', 'description']}
        data={useKnownPrivileges()}
        value={(value as string[] | null) ?? []}
        onChange={set}
        acceptValueOnBlur
        clearable={false}
      />
    </FieldFrame>
  );
}

/** Every privilege that some user has. */
export function useKnownPrivileges(): string[] {
  const users = useUsers();
  return useMemo(
    () => [...new Set(users.flatMap(({ privileges }) => privileges))].toSorted(),
    [users],
  );
}
