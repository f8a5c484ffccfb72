import { useState } from 'react';
import { useAccountZone } from '#features/settings';
import { isCalendarDay } from '#shared/domain/calendar';
import { valueOf, type Known } from '#shared/domain/known';
import {
  knownValidity,
  validityEnd,
  validityMoment,
  type ValidityEnd,
  type ValidityField,
} from '#shared/domain/user';
import { knownText } from '#lib/known-text';
import { validityText } from '#lib/validity-text';
import { DateField } from '#ui/date-field';
import { FieldFrame, fieldId, useField, useUserForm } from './user-form';
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

const none: Record<ValidityField, string> = {
  validFrom: texts.noFirstDay,
  expiresAt: texts.noExpiry,
};
const wholeDay: Record<ValidityField, (zone: string) => string> = {
  validFrom: messages.wholeFirstDay,
  expiresAt: messages.wholeLastDay,
};

function DayField({ field }: { field: ValidityField }) {
  const { value, isChanged, problem, set } = useField(field);
  const { zone } = useAccountZone();
  const { draft } = useUserForm();
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
        id={fieldId(field)}
        size="xs"
        value={wrong ?? end?.day ?? ''}
        error={isTyping ? undefined : problem}
        description={
          end?.isWholeDay
            ? wholeDay[field](zone)
            : messages.dayInZone(
                knownText(known, (within) => validityText(field, within, zone), none[field]),
                zone,
              )
        }
        inputWrapperOrder={['input', 'error', 'description']}
        onChange={(text) => {
          setTyping(true);
          if (isCalendarDay(text)) set(validityMoment(field, text, zone));
          else set(text === '' ? null : text);
        }}
        onBlur={() => setTyping(false)}
      />
    </FieldFrame>
  );
}
