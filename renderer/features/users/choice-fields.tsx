import { Select, TagsInput, TextInput } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { groupLabel } from '#shared/domain/group';
import type { Choice } from '#lib/find-text';
import { byText } from '#lib/in-order';
import {
  choicesOf,
  countryLabel,
  type Lookup,
  timeZoneLabel,
  useCountries,
  useTimeZones,
} from './lookups';
import {
  listGapText,
  useDeviceLabel,
  useGroups,
  useGroupsByIdOrName,
  useKnownGroups,
  useUsers,
} from '#features/edits';
import { useFleetStore } from '#features/fleet';
import { FieldFrame, fieldId, fieldName, useField } from './user-form';
import { texts } from './users-texts';
import { messages } from './user-messages';

const shownChoices = 100;

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

const fallbackHints = {
  country: texts.theListOfCountriesCould,
  timeZone: texts.theListOfTimeZones,
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
          description={fallbackHints[field]}
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
          limit={shownChoices}
          value={text || null}
          error={problem}
          placeholder={texts.searchByNameOrCode}
          nothingFoundMessage={lookup.entries ? texts.noMatches : texts.loading}
          onChange={(chosen) => chosen !== null && set(chosen)}
          autoComplete="off"
        />
      )}
    </FieldFrame>
  );
}

/** The group whose devices the user sees; main sends its id or name, whichever the service uses. */
export function GroupField() {
  const { value, set } = useField('group');
  const groups = useGroups();
  const list = useKnownGroups();
  const known = useGroupsByIdOrName();
  const text = typeof value === 'string' ? value : null;
  const current = known.find(text);
  const data = useMemo(() => {
    const choices = groups.map((group) => ({
      // The current one as the service sent it, so that choosing it again is not a change.
      value: group === current && text !== null ? text : group.id,
      label: groupLabel(group),
    }));
    if (text === null || current) return choices;
    const label = known.isKnown ? messages.notInList(text) : text;
    return [{ value: text, label }, ...choices];
  }, [groups, current, text, known]);
  return (
    <FieldFrame field="group">
      <Select
        id={fieldId('group')}
        size="xs"
        aria-label={fieldName('group')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': texts.clearGroup }}
        data={data}
        limit={shownChoices}
        value={text}
        placeholder={texts.noGroup}
        nothingFoundMessage={listGapText('groups', list) ?? texts.noMatchingGroup}
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
  const query = label === search ? '' : search;
  useEffect(() => {
    let isCurrent = true;
    void client.find(query, shownChoices).then((rows) => {
      if (!isCurrent) return;
      setFound(rows.map((row) => ({ value: row.id, label: `${row.label} (${row.id})` })));
    });
    return () => {
      isCurrent = false;
    };
  }, [client, query]);
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
        clearButtonProps={{ 'aria-label': texts.clearDevice }}
        data={data}
        // Already filtered by the fleet.
        filter={({ options }) => options}
        value={id}
        placeholder={texts.noDevice}
        nothingFoundMessage={texts.noMatchingDevice}
        onSearchChange={setSearch}
        onChange={set}
        autoComplete="off"
      />
    </FieldFrame>
  );
}

/** Privileges as the service sends them: those of any user, and free text. */
export function PrivilegesField() {
  const { value, set } = useField('privileges');
  return (
    <FieldFrame field="privileges" isWide>
      <TagsInput
        id={fieldId('privileges')}
        size="xs"
        aria-label={fieldName('privileges')}
        description={texts.theServiceDoesNotDocument}
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

/** Every privilege that at least one user has. */
export function useKnownPrivileges(): string[] {
  const users = useUsers();
  return useMemo(
    () => [...new Set(users.flatMap(({ privileges }) => privileges))].toSorted(byText),
    [users],
  );
}
