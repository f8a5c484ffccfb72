import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAccountZone } from '#features/settings';
import { createFormat } from '#lib/format';
import { FieldFrame, fieldId, useField } from './user-form';
import { readDay, validity } from './validity';

/** The first and the last day on which the user's account works. */
export function ValidityFields() {
  return (
    <>
      <DayField field="validFrom" />
      <DayField field="expiresAt" />
    </>
  );
}

const ways = {
  validFrom: {
    toDay: validity.firstDay,
    toMoment: validity.fromFirstDay,
    none: 'No first day.',
    says: 'Works from',
  },
  expiresAt: {
    toDay: validity.lastDay,
    toMoment: validity.fromLastDay,
    none: 'Without end.',
    says: 'Stops working on',
  },
};

function DayField({ field }: { field: 'validFrom' | 'expiresAt' }) {
  const { value, problem, set } = useField(field);
  const { zone } = useAccountZone();
  const way = ways[field];
  const at = typeof value === 'number' ? value : null;
  const day = at === null ? '' : way.toDay(at, zone);
  // What is half typed is the field's own until it is a day.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <FieldFrame field={field}>
      <TextInput
        id={fieldId(field)}
        type="date"
        size="xs"
        value={typed ?? day}
        error={problem}
        description={
          at === null
            ? `${way.none} Days are those of ${zone}.`
            : `${way.says} ${momentIn(zone, at)}.`
        }
        inputWrapperOrder={['input', 'error', 'description']}
        onChange={(event) => {
          const text = event.currentTarget.value;
          const chosen = readDay(text);
          setTyped(chosen === null && text !== '' ? text : null);
          if (chosen !== null) set(way.toMoment(chosen, zone));
          else if (text === '') set(null);
        }}
        onBlur={() => setTyped(null)}
      />
    </FieldFrame>
  );
}

/** A moment with its zone, in the account's zone whatever the person chose for the rest. */
export function momentIn(timeZone: string, at: number): string {
  const { moment } = createFormat({
    locale: 'en-GB',
    timeZone,
    serviceSpeedUnit: 'm/s',
    speedUnit: 'km/h',
  });
  return `${moment(at)} (${timeZone})`;
}
