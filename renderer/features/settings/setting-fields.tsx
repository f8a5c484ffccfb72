import { NativeSelect, SegmentedControl, Switch, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import type { z } from 'zod';
import { useStore } from 'zustand';
import type { PolicyField } from '#shared/domain/policy';
import { settingsSchema, type Settings } from '#shared/domain/settings';
import { convertSpeed, metresPerLength, type Units } from '#shared/domain/units';
import { message, type Message } from '#shared/i18n/translate';
import { useAppInfo } from '#lib/app-info';
import { changeSettings } from '#lib/change-settings';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { NumberField } from '#ui/number-field';
import { IconButton } from '#ui/icon-button';
import {
  defaultsFor,
  isChanged,
  nameOf,
  settingOf,
  settingsView,
  type ChoiceOf,
  type NumberKey,
  type OptionalNumberKey,
  type Setting,
  type SettingKey,
  type TextKey,
  type Texts,
} from './settings-table';
import classes from './settings.module.css';
import { useSettings } from './store';

export interface SettingProps {
  settings: Settings;
  save: (change: Partial<Settings>) => void;
}

export type SettingComponent = ComponentType<SettingProps>;

interface SettingFieldProps extends SettingProps {
  setting: Setting;
  /** Shows a custom setting, or what is not one of the settings of the app. */
  Component?: SettingComponent | undefined;
}

/** A setting with the button that resets it; brought into view with the focus when it is asked for. */
export function SettingField(props: SettingFieldProps) {
  const { setting, settings, save } = props;
  const field = useRef<HTMLDivElement>(null);
  const control = useRef<HTMLDivElement>(null);
  const isAsked = useStore(settingsView, ({ asked }) => asked === setting.key);
  useEffect(() => {
    if (!isAsked) return;
    settingsView.setState({ asked: null });
    field.current?.scrollIntoView({ block: 'center' });
    if (!focusControl(control.current)) {
      field.current?.closest('section')?.querySelector('h2')?.focus({ preventScroll: true });
    }
  }, [isAsked]);
  return (
    <div ref={field} className={classes.setting}>
      <div ref={control} className={classes.control}>
        <SettingControl {...props} />
        <ByPolicy of={setting.policy ?? []} />
      </div>
      {setting.kind !== 'other' && isChanged(setting.key, settings) && (
        <ResetButton
          setting={setting}
          settings={settings}
          save={(change) => {
            save(change);
            // The button goes with the difference.
            focusControl(control.current);
          }}
        />
      )}
    </div>
  );
}

/** What an administrator has decided about a setting. */
function ByPolicy({ of }: { of: readonly PolicyField[] }) {
  const { t } = useFormat();
  const decided = useAppInfo()?.policy ?? [];
  return of
    .filter((field): field is ShownPolicy => decided.includes(field) && field !== 'updates.enabled')
    .map((field) => (
      <Text key={field} size="xs" c="dimmed">
        {t(`settings.policy.${field}`)}
      </Text>
    ));
}

/** The switch of updates says itself who turned them off. */
type ShownPolicy = Exclude<PolicyField, 'updates.enabled'>;

/** Whether it has a control. */
function focusControl(setting: HTMLElement | null): boolean {
  const [control] = ['input', 'select', 'button'].flatMap(
    (tag) => setting?.querySelector<HTMLElement>(`${tag}:enabled`) ?? [],
  );
  control?.focus();
  return control !== undefined;
}

/** One of the settings outside the page of settings. */
export function OneSetting({ name }: { name: SettingKey }) {
  const settings = useSettings();
  return (
    <SettingField
      setting={settingOf(name)}
      settings={settings}
      save={(change) => void changeSettings(change)}
    />
  );
}

type WithDefault = Exclude<Setting, { kind: 'other' }>;

function ResetButton({ setting, settings, save }: SettingProps & { setting: WithDefault }) {
  const format = useFormat();
  const { t } = format;
  const defaults = defaultsFor(settings);
  const value = defaultText(setting, defaults, format);
  const reset = () => {
    const next = defaults[setting.key];
    if ('change' in setting && setting.change) save(setting.change(next as never, settings));
    else save({ [setting.key]: next });
  };
  return (
    <IconButton
      isQuiet
      name={t('settings.reset.named', { setting: t(nameOf(setting)!), value })}
      icon={IconArrowBackUp}
      title={t('settings.reset', { value })}
      onClick={reset}
    />
  );
}

function defaultText(setting: WithDefault, defaults: Settings, format: Format): string {
  const { t } = format;
  switch (setting.kind) {
    case 'switch':
      return t(defaults[setting.key] ? 'settings.on' : 'settings.off');
    case 'number':
    case 'optionalNumber': {
      const n = defaults[setting.key];
      return n === null ? t('settings.off') : t('settings.number', { n });
    }
    case 'speed': {
      const scale = scaleOf('speedKmh', format.units, limitsOf(setting.key));
      return t('settings.number', { n: scale.shown(defaults[setting.key]) });
    }
    case 'choice':
    case 'select': {
      const { options, key } = setting as ChoiceOf<TextKey>;
      const name = options.find(([option]) => option === defaults[key])?.[1];
      return name ? t(name) : '';
    }
    case 'custom':
      return setting.byDefault(format);
  }
}

function SettingControl({ setting, settings, save, Component }: SettingFieldProps) {
  const { t } = useFormat();
  const textsOf = ({ label, description }: Texts) => ({
    label: t(label),
    description: description && t(description),
  });
  switch (setting.kind) {
    case 'switch':
      return (
        <Switch
          {...textsOf(setting)}
          checked={settings[setting.key]}
          onChange={(event) => save({ [setting.key]: event.currentTarget.checked })}
        />
      );
    case 'number':
      return (
        <NumberSetting
          {...textsOf(setting)}
          {...limitsOf(setting.key)}
          value={settings[setting.key]}
          onSave={(value) => save({ [setting.key]: value })}
        />
      );
    case 'speed':
      return (
        <QuantitySetting
          kind="speedKmh"
          label={(unit) => t(setting.label(unit))}
          description={t(setting.description)}
          {...limitsOf(setting.key)}
          value={settings[setting.key]}
          onSave={(value) => save({ [setting.key]: value })}
        />
      );
    case 'optionalNumber':
      return <OptionalNumber setting={setting} settings={settings} save={save} />;
    case 'choice':
    case 'select':
      return <ChoiceSetting setting={setting as ChoiceOf<TextKey>} {...{ settings, save }} />;
    case 'custom':
    case 'other':
      return Component ? <Component settings={settings} save={save} /> : null;
  }
}

interface Limits {
  min: number;
  max: number;
  /** Digits after the point. */
  decimals: number;
}

function limitsOf(key: NumberKey | OptionalNumberKey): Limits {
  const schema: z.ZodType = settingsSchema.shape[key].unwrap();
  const number = ('unwrap' in schema ? (schema as z.ZodNullable).unwrap() : schema) as z.ZodNumber;
  const { minValue, maxValue, isInt } = number;
  const min = minValue ?? 0;
  // The least value itself can be typed, such as 0.25.
  const decimals = isInt ? 0 : Math.max(1, String(min).split('.')[1]?.length ?? 0);
  return { min, max: maxValue ?? Infinity, decimals };
}

interface OptionalNumberProps extends SettingProps {
  setting: Extract<Setting, { kind: 'optionalNumber' }>;
}

function OptionalNumber({ setting, settings, save }: OptionalNumberProps) {
  const { t } = useFormat();
  const { key, label, unit, description, usual } = setting;
  const value = settings[key];
  return (
    <div>
      <Switch
        label={t(label)}
        checked={value !== null}
        onChange={(event) => save({ [key]: event.currentTarget.checked ? usual : null })}
      />
      {value !== null && (
        <NumberSetting
          label={t(unit)}
          description={description && t(description)}
          {...limitsOf(key)}
          value={value}
          onSave={(next) => save({ [key]: next })}
        />
      )}
    </div>
  );
}

function ChoiceSetting({ setting, settings, save }: SettingProps & { setting: ChoiceOf<TextKey> }) {
  const { t } = useFormat();
  const { kind, key, options, read, change } = setting;
  const texts = {
    label: t(setting.label),
    description: setting.description && t(setting.description),
  };
  const value = read ? read(settings) : settings[key];
  const choose = (next: string) => save(change ? change(next as never, settings) : { [key]: next });
  if (kind === 'choice') {
    return (
      <Choice
        {...texts}
        value={value ?? ''}
        options={options.map(([option, name]) => [option, t(name)] as const)}
        onChoose={choose}
      />
    );
  }
  return (
    <NativeSelect
      {...texts}
      data={options.map(([option, name]) => ({ value: option, label: t(name) }))}
      value={value ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}

interface ChoiceProps {
  label: string;
  description?: string | undefined;
  value: string;
  options: readonly (readonly [string, string])[];
  onChoose: (value: string) => void;
}

/** A choice between a few options; shows the new one while it is being saved. */
export function Choice(props: ChoiceProps) {
  const [value, setValue] = useState(props.value);
  const [known, setKnown] = useState(props.value);
  if (known !== props.value) {
    setKnown(props.value);
    setValue(props.value);
  }
  return (
    <div>
      <Text size="sm" fw={500}>
        {props.label}
      </Text>
      {props.description && (
        <Text size="xs" c="dimmed">
          {props.description}
        </Text>
      )}
      <SegmentedControl
        mt={4}
        size="xs"
        aria-label={props.label}
        value={value}
        data={props.options.map(([option, label]) => ({ value: option, label }))}
        onChange={(next) => {
          setValue(next);
          props.onChoose(next);
        }}
      />
    </div>
  );
}

interface NumberSettingProps {
  label: string;
  description?: string | undefined;
  value: number;
  min: number;
  max: number;
  /** Digits after the point; 0 by default. */
  decimals?: number;
  onSave: (value: number) => void;
}

/**
 * A number that is saved when the field loses the focus or Enter is pressed. An invalid number is not
 * saved; the field shows why and returns to the previous value.
 */
export function NumberSetting(props: NumberSettingProps) {
  const { label, description, value, min, max, decimals = 0, onSave } = props;
  const { t } = useFormat();
  const [draft, setDraft] = useState<string | number>(value);
  const [known, setKnown] = useState(value);
  const [refused, setRefused] = useState<Message | null>(null);
  if (known !== value) {
    setKnown(value);
    setDraft(value);
    setRefused(null);
  }
  const problem = numberProblem(draft, { min, max, decimals });
  const shown = problem ?? refused;
  const commit = () => {
    if (problem !== null) {
      setDraft(value);
      setRefused(message('settings.number.notSaved', { problem, value }));
    } else if (Number(draft) !== value) {
      onSave(Number(draft));
    }
  };
  return (
    <NumberField
      label={label}
      description={description}
      error={shown && t(shown)}
      value={draft}
      min={min}
      max={max}
      step={decimals === 0 ? 1 : 0.5}
      decimalScale={decimals + 1}
      clampBehavior="none"
      maw={320}
      onChange={(next) => {
        // Returning to the old value after a refusal must not clear the message.
        if (next !== value) setRefused(null);
        setDraft(next);
      }}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

/** Why a typed number is invalid; null if it is valid. */
function numberProblem(typed: string | number, { min, max, decimals }: Limits): Message | null {
  const text = String(typed).trim();
  const value = text === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return message('settings.number.type', { min, max });
  if (value < min || value > max) return message('settings.number.between', { min, max });
  if (Number(value.toFixed(decimals)) === value) return null;
  return message('settings.number.digits', { digits: decimals });
}

/** The unit in which a setting is stored. */
export type QuantityKind = 'speedKmh' | 'metres';

interface QuantitySettingProps extends Omit<NumberSettingProps, 'label'> {
  kind: QuantityKind;
  label: (unit: string) => string;
}

/** A speed or length that is shown and typed in the units of the settings; `value` and limits are as stored. */
export function QuantitySetting({ kind, label, onSave, ...stored }: QuantitySettingProps) {
  const { t, units, unitName } = useFormat();
  const { min, max, decimals = 0 } = stored;
  const scale = scaleOf(kind, units, { min, max, decimals });
  return (
    <NumberSetting
      description={stored.description}
      decimals={decimals}
      label={label(
        kind === 'speedKmh' ? unitName(units.speed) : t(`settings.length.${units.length}`),
      )}
      value={scale.shown(stored.value)}
      min={scale.shown(min)}
      max={scale.shown(max)}
      onSave={(value) => onSave(scale.stored(value))}
    />
  );
}

/** How a stored quantity is shown, and how a typed one is stored: always within the limits. */
function scaleOf(kind: QuantityKind, units: Units, { min, max, decimals }: Limits) {
  const factor =
    kind === 'speedKmh' ? convertSpeed(1, 'km/h', units.speed) : 1 / metresPerLength[units.length];
  const digits = 10 ** decimals;
  return {
    shown: (stored: number) => Math.round(stored * factor * digits) / digits,
    // Rounded so that the unit itself, converted to and fro, stays a round number.
    stored: (shown: number) =>
      Math.min(max, Math.max(min, Number((shown / factor).toPrecision(12)))),
  };
}
