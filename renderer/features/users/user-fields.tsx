import { Button, Checkbox, CloseButton, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { dayInZone, isCalendarDay } from '#shared/domain/calendar';
import { groupLabel } from '#shared/domain/group';
import { valueOf, type Known } from '#shared/domain/known';
import { hasUnseen } from '#shared/domain/text';
import {
  knownValidity,
  validityEnd,
  validityMoment,
  type ValidityEnd,
  type ValidityField,
} from '#shared/domain/user';
import {
  FieldFrame,
  inputOrder,
  listGapText,
  useDeviceLabel,
  useField,
  useGroups,
  useGroupsByIdOrName,
  useKnownGroups,
  useRecordForm,
  useUsers,
} from '#features/edits';
import { DevicePicker } from '#features/fleet';
import { useAccountZone } from '#features/settings';
import { useNow } from '#lib/clock';
import { byText } from '#lib/in-order';
import { knownText } from '#lib/known-values';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { typedSecrets } from '#lib/typed-secrets';
import type { Answer } from '#lib/use-answer';
import { countryLabel, validityText } from '#lib/field-values';
import { ActionButton } from '#ui/action-button';
import { DateField } from '#ui/date-field';
import { readCount } from '#ui/number-field';
import { SearchSelect, SearchTags } from '#ui/search-select';
import { SecretInput, writeSecret } from '#ui/secret-input';
import { page } from '#ui/page';
import { choicesOf, timeZoneLabel, useCountries, useTimeZones, useZoneNames } from './lookups';
import { extendedDay } from './user-rules';
import classes from './users.module.css';

const shownChoices = 100;

export function CountryField() {
  return <LookupField field="country" lookup={useCountries()} label={countryLabel} />;
}

export function TimeZoneField() {
  const lookup = useTimeZones();
  const hasNames = useZoneNames(lookup.value, useFormat());
  const { value } = useField('timeZone');
  const label = useMemo(() => timeZoneLabel(hasNames, value), [hasNames, value]);
  return <LookupField field="timeZone" lookup={lookup} label={label} />;
}

interface LookupFieldProps {
  field: 'country' | 'timeZone';
  lookup: Answer<Record<string, string>>;
  label: (code: string, name: string, format: Format) => string;
}

const fallbackHints = {
  country: 'users.editor.countriesNotLoaded',
  timeZone: 'users.editor.timeZonesNotLoaded',
} as const;

function LookupField({ field, lookup, label }: LookupFieldProps) {
  const { id, name, value, problem, set } = useField(field);
  const format = useFormat();
  const { t } = format;
  const text = typeof value === 'string' ? value : '';
  const choices = useMemo(
    () => choicesOf(lookup.value ?? {}, text, label, format),
    [lookup.value, text, label, format],
  );
  return (
    <FieldFrame field={field}>
      {lookup.fault ? (
        <TextInput
          id={id}
          size="xs"
          aria-required
          value={text}
          error={problem}
          description={t(fallbackHints[field])}
          inputWrapperOrder={inputOrder}
          onChange={(event) => set(event.currentTarget.value)}
        />
      ) : (
        <SearchSelect
          id={id}
          size="xs"
          aria-label={name}
          aria-required
          data={choices}
          limit={shownChoices}
          value={text || null}
          error={problem}
          placeholder={t('users.editor.searchByCode')}
          nothingFoundMessage={t(lookup.value ? 'users.editor.noMatches' : 'users.editor.loading')}
          onChange={set}
        />
      )}
    </FieldFrame>
  );
}

/** The group whose devices the user sees; main sends its id or name, whichever the service uses. */
export function GroupField() {
  const { id, name, value, set } = useField('group');
  const format = useFormat();
  const { t } = format;
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
    const label = known.isKnown ? t('users.editor.groupUnlisted', { group: text }) : text;
    return [{ value: text, label }, ...choices];
  }, [groups, current, text, known, t]);
  return (
    <FieldFrame field="group">
      <SearchSelect
        id={id}
        size="xs"
        aria-label={name}
        clearable
        clearButtonProps={{ 'aria-label': t('users.editor.clearGroup') }}
        data={data}
        limit={shownChoices}
        value={text}
        placeholder={t('users.editor.noGroup')}
        nothingFoundMessage={
          listGapText('groups', list, format) ?? t('users.editor.noMatchingGroup')
        }
        onChange={set}
      />
    </FieldFrame>
  );
}

/** The single device the user sees. */
export function DeviceField() {
  const { id, name, value, set } = useField('deviceId');
  const { t } = useFormat();
  const deviceId = typeof value === 'string' ? value : null;
  const label = useDeviceLabel(deviceId);
  return (
    <FieldFrame field="deviceId">
      <DevicePicker
        id={id}
        label={name}
        placeholder={t('users.editor.noDevice')}
        chosen={deviceId === null ? [] : [{ id: deviceId, label: label ?? deviceId }]}
        most={1}
        onChange={([device]) => set(device?.id ?? null)}
      />
    </FieldFrame>
  );
}

/** Privileges as the service sends them: those of any user, and free text. */
export function PrivilegesField() {
  const { id, name, value, set } = useField('privileges');
  const { t } = useFormat();
  return (
    <FieldFrame field="privileges" isWide>
      <SearchTags
        id={id}
        size="xs"
        aria-label={name}
        description={t('users.editor.privileges')}
        inputWrapperOrder={inputOrder}
        data={useKnownPrivileges()}
        value={(value as string[] | null) ?? []}
        onChange={set}
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

/** The number of devices the user manages. */
export function CountField() {
  const { id, value, problem, set } = useField('adminDevices');
  return (
    <FieldFrame field="adminDevices">
      <TextInput
        id={id}
        size="xs"
        inputMode="numeric"
        value={typeof value === 'number' || typeof value === 'string' ? String(value) : ''}
        error={problem}
        onChange={(event) => set(readCount(event.currentTarget.value))}
      />
    </FieldFrame>
  );
}

export function DisabledField() {
  const { id, name, value, set, reset, isChanged, isUnread } = useField('disabled');
  const { t } = useFormat();
  const toggle = (isOn: boolean) => {
    // If the service sent no value, "off" is the unchanged state.
    if (!isOn && isChanged && !isUnread) reset();
    else set(isOn);
  };
  return (
    <FieldFrame field="disabled">
      <Checkbox
        id={id}
        size="sm"
        mt={4}
        label={t('users.editor.cannotLogIn')}
        aria-label={name}
        checked={value === true}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
    </FieldFrame>
  );
}

/** Only sent: never filled in and never stored. */
export function PasswordField() {
  const { id, isNew, value, set, reset } = useField('password');
  const { t } = useFormat();
  const input = useRef<HTMLInputElement>(null);
  // The text is in the field and in `typedSecrets` only: React would keep what it rendered before.
  useLayoutEffect(() => {
    if (input.current) writeSecret(input.current, typedSecrets.read(value) ?? '');
  }, [value]);
  return (
    <FieldFrame field="password">
      <SecretInput
        id={id}
        size="xs"
        revealLabel={t('users.editor.showPassword')}
        description={t(isNew ? 'users.editor.passwordOfNew' : 'users.editor.passwordKept')}
        inputWrapperOrder={inputOrder}
        inputRef={input}
        hint={(typed) => (hasUnseen(typed) ? 'users.editor.passwordUnseen' : undefined)}
        onTyped={(typed) => {
          if (typed) set(typedSecrets.hold(typed));
          else reset();
        }}
      />
    </FieldFrame>
  );
}

const none = { validFrom: 'users.editor.noFirstDay', expiresAt: 'users.noExpiry' } as const;
const wholeDay = {
  validFrom: 'users.editor.wholeFirstDay',
  expiresAt: 'users.editor.wholeLastDay',
} as const;

/** The first or the last day on which the user can log in. */
export function DayField({ field }: { field: ValidityField }) {
  const { id, value, isChanged, problem, set } = useField(field);
  const format = useFormat();
  const { t } = format;
  const { zone } = useAccountZone();
  const { draft } = useRecordForm<'user'>();
  const saved = draft.base && knownValidity(draft.base, field, zone);
  // A field that was not edited also tells apart "none", "not provided" and "not understood".
  const known: Known<ValidityEnd | null> =
    isChanged || !saved
      ? {
          is: 'value',
          value: typeof value === 'number' ? validityEnd(field, value, zone) : null,
          asOf: null,
        }
      : saved;
  const end = valueOf(known);
  // What was typed and is no day is in the draft as it is: it blocks saving until it is corrected.
  const wrong = isChanged && typeof value === 'string' ? value : null;
  const [isTyping, setTyping] = useState(false);
  return (
    <FieldFrame field={field}>
      <DateField
        id={id}
        size="xs"
        value={wrong ?? end?.day ?? ''}
        error={isTyping ? undefined : problem}
        description={
          end?.isWholeDay
            ? t(wholeDay[field], { zone })
            : t('users.editor.dayInZone', {
                day: knownText(
                  known,
                  (within) => validityText(field, within, zone, format),
                  t(none[field]),
                  format,
                ),
                zone,
              })
        }
        inputWrapperOrder={inputOrder}
        onChange={(text) => {
          setTyping(true);
          if (isCalendarDay(text)) set(validityMoment(field, text, zone));
          else set(text === '' ? null : text);
        }}
        onBlur={() => setTyping(false)}
      />
      {field === 'expiresAt' && (
        <Extensions
          day={end?.day ?? null}
          onDay={(next) => set(validityMoment(field, next, zone))}
        />
      )}
    </FieldFrame>
  );
}

const extensionMonths = [1, 3, 12] as const;

/** Lets the user log in for some months: from the last day that is set, or from today if there is none or it has passed. */
export function Extensions({ day, onDay }: { day: string | null; onDay: (day: string) => void }) {
  const { zone } = useAccountZone();
  const today = dayInZone(useNow(60_000), zone);
  const { t } = useFormat();
  const from = day !== null && day > today ? 'more' : 'fromToday';
  return (
    <div className={classes.extensions}>
      {extensionMonths.map((months) => (
        <ActionButton
          key={months}
          size="compact-xs"
          aria-label={t(`users.extend.${from}.name`, { months })}
          onClick={() => onDay(extendedDay(day, today, months))}
        >
          {t(`users.extend.${from}`, { months })}
        </ActionButton>
      ))}
    </div>
  );
}

interface TagRow {
  name: string;
  value: string;
}

const rowsOf = (tags: Readonly<Record<string, string>>): TagRow[] =>
  Object.entries(tags).map(([name, value]) => ({ name, value }));
const tagsOf = (rows: readonly TagRow[]) =>
  Object.fromEntries(rows.map(({ name, value }) => [name, value]));
const isSame = (rows: readonly TagRow[], tags: Readonly<Record<string, string>>) => {
  const mine = tagsOf(rows);
  return (
    Object.keys(mine).length === Object.keys(tags).length &&
    Object.entries(mine).every(([name, value]) => tags[name] === value)
  );
};

/** Free-form tags of a user: a name and a text each. */
export function TagsField() {
  const { id, name, value, problem, set } = useField('tags');
  const { t } = useFormat();
  const tags = (value ?? {}) as Readonly<Record<string, string>>;
  // Rows are their own state because two may have the same name while one of them is typed.
  const [stored, setStored] = useState<readonly TagRow[]>(() => rowsOf(tags));
  const rows = isSame(stored, tags) ? stored : rowsOf(tags);
  const change = (next: readonly TagRow[]) => {
    setStored(next);
    set(tagsOf(next));
  };
  const edit = (at: number, part: Partial<TagRow>) =>
    change(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  const isDuplicate = (name: string) => rows.filter((row) => row.name === name).length > 1;
  return (
    <FieldFrame field="tags" isWide isGroup>
      <div role="group" aria-label={name} className={classes.tags}>
        {rows.map((row, index) => (
          <div key={index} className={classes.tag}>
            <TextInput
              id={index === 0 ? id : undefined}
              size="xs"
              aria-label={t('users.editor.tagName', { number: index + 1 })}
              placeholder={t('common.name')}
              value={row.name}
              error={isDuplicate(row.name) && t('users.editor.sameTag')}
              onChange={(event) => edit(index, { name: event.currentTarget.value })}
            />
            <TextInput
              size="xs"
              aria-label={t('users.editor.tagText', { number: index + 1 })}
              placeholder={t('common.text')}
              value={row.value}
              onChange={(event) => edit(index, { value: event.currentTarget.value })}
            />
            <CloseButton
              size="sm"
              aria-label={t('users.editor.removeTag', { tag: row.name || String(index + 1) })}
              onClick={() => change(rows.filter((_, other) => other !== index))}
            />
          </div>
        ))}
        <Button
          id={rows.length === 0 ? id : undefined}
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={12} aria-hidden />}
          disabled={Object.hasOwn(tags, '')}
          onClick={() => change([...rows, { name: '', value: '' }])}
        >
          {t('users.editor.addTag')}
        </Button>
        {problem && <span className={page.problem}>{problem}</span>}
      </div>
    </FieldFrame>
  );
}

export function FieldSet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.fieldSet}>
      <legend>{title}</legend>
      <div className={classes.fields}>{children}</div>
    </fieldset>
  );
}
