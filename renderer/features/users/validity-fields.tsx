import { useState } from 'react';
import { useAccountZone } from '#features/settings';
import { createFormat } from '#lib/format';
import { displayLocale } from '#shared/display-locale';
import { valueOf, type Known } from '#shared/domain/known';
import { knownText } from '#lib/known-text';
import { DateField } from '#ui/date-field';
import { FieldFrame, fieldId, useField, useUserForm } from './user-form';
import { knownValidity, type ValidityEnd } from './user-status';
import { readDay, validity } from './validity';
import { messages } from './user-messages';
import { texts } from './users-texts';

/** The first and the last day on which the user can log in. */
export function ValidityFields() {
  return (
    <>
      <DayField field="validFrom" />
      <DayField field="expiresAt" />
    </>
  );
}

const dayFields = {
  validFrom: {
    toDay: validity.firstDay,
    toMoment: validity.fromFirstDay,
    none: texts.noFirstDay,
    prefix: texts.validFrom,
  },
  expiresAt: {
    toDay: validity.lastDay,
    toMoment: validity.fromLastDay,
    none: texts.noExpiry,
    prefix: texts.expiresOn,
  },
};

function DayField({ field }: { field: 'validFrom' | 'expiresAt' }) {
  const { value, isChanged, problem, set } = useField(field);
  const { zone } = useAccountZone();
  const dayField = dayFields[field];
  const { draft } = useUserForm();
  // A field that was not edited also tells apart "none", "not provided" and "not understood".
  const known: Known<ValidityEnd | null> =
    isChanged || !draft.base
      ? {
          is: 'value',
          value: typeof value === 'number' ? { at: value, isDay: false } : null,
          asOf: null,
        }
      : knownValidity(draft.base, field, zone);
  const at = valueOf(known)?.at ?? null;
  const day = at === null ? '' : dayField.toDay(at, zone);
  // What was typed and is no day is in the draft as it is: it blocks saving until it is corrected.
  const wrong = isChanged && typeof value === 'string' ? value : null;
  const [isTyping, setTyping] = useState(false);
  return (
    <FieldFrame field={field}>
      <DateField
        id={fieldId(field)}
        size="xs"
        value={wrong ?? day}
        error={isTyping ? undefined : problem}
        description={
          at === null
            ? messages.dayInZone(knownText(known, String, dayField.none), zone)
            : `${dayField.prefix} ${momentInZone(zone, at)}.`
        }
        inputWrapperOrder={['input', 'error', 'description']}
        onChange={(text) => {
          const chosen = readDay(text);
          setTyping(true);
          if (chosen !== null) set(dayField.toMoment(chosen, zone));
          else set(text === '' ? null : text);
        }}
        onBlur={() => setTyping(false)}
      />
    </FieldFrame>
  );
}

/** A moment with its zone: the account's, whichever zone is set for display. */
export function momentInZone(timeZone: string, at: number): string {
  const { moment } = createFormat({
    locale: displayLocale,
    timeZone,
    serviceSpeedUnit: 'm/s',
    speedUnit: 'km/h',
  });
  return `${moment(at)} (${timeZone})`;
}
