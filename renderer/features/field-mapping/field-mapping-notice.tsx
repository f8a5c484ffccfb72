import { Button } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import {
  isMostlyNotUnderstood,
  mappedKinds,
  type AnswerCount,
  type FieldMappingState,
} from '#shared/domain/field-mapping';
import type { NoticeItem } from '#ui/notice';
import { FieldMappingDialog } from './field-mapping-dialog';
import { texts } from './field-mapping-texts';
import classes from './field-mapping.module.css';
import { fieldMappingMirror } from './store';
import { messages } from './field-mapping-messages';

/** Most answers of the service are not understood: offers the field mapping. */
export function useFieldMappingNotices(): NoticeItem[] {
  const state = useStore(fieldMappingMirror, ({ value }) => value);
  const count = state?.counts.find(isMostlyNotUnderstood);
  if (!count) return [];
  return [
    {
      id: 'fieldMapping',
      tone: 'warning',
      title: titleOf(count),
      children: texts.theServiceSendsThemIn,
      actions: <MapFieldsButton />,
    },
  ];
}

function MapFieldsButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {texts.mapFields}
      </Button>
      {isOpen && <FieldMappingDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function titleOf({ kind, notUnderstood, answers }: AnswerCount): string {
  return kind === 'location'
    ? messages.positionsNotUnderstood(notUnderstood, answers)
    : messages.devicesWithUnreadValues(notUnderstood, answers);
}

/** The field mapping of the account, for the settings page. */
export function FieldMappingSetting() {
  const state = useStore(fieldMappingMirror, ({ value }) => value);
  if (!state) return null;
  return (
    <section className={classes.setting} aria-label={texts.fieldMapping}>
      <h2 className={classes.title}>{texts.fieldMapping}</h2>
      <p className={classes.dimmed}>{texts.forServicesThatSendKnown}</p>
      <p>{summaryOf(state)}</p>
      <div>
        <MapFieldsButton />
      </div>
    </section>
  );
}

function summaryOf({ mappings }: FieldMappingState): string {
  const fields = mappedKinds.flatMap((kind) => Object.keys(mappings[kind] ?? {}));
  if (fields.length === 0) return texts.noFieldIsMapped;
  return fields.length === 1 ? texts.oneFieldIsMapped : messages.fieldsAreMapped(fields.length);
}
