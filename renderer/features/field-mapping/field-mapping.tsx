import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { api } from '#lib/api';
import type { Format } from '#lib/format';
import { knownText, originalText } from '#lib/known-values';
import { createAccountMirror } from '#lib/mirror';
import { useAction } from '#lib/use-action';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import {
  type AnswerCount,
  type FieldMapping,
  type FieldMappingState,
  type FieldMappings,
  type MappedKind,
  type MappedMember,
  fieldsOfKind,
  isMostlyNotUnderstood,
  mappedKinds,
  mappedMemberSchema,
} from '#shared/domain/field-mapping';
import { type Known, type MomentOrDay, knownMoment, knownOf } from '#shared/domain/known';
import { decodeDevice } from '#shared/wire/device';
import { fieldCandidates, membersOf, proposedMapping } from '#shared/wire/field-candidates';
import { decodeFix } from '#shared/wire/fix';
import { ActionButton } from '#ui/action-button';
import { Dialog } from '#ui/dialog';
import { useExport } from '#ui/export-menu';
import { FaultNotice } from '#ui/fault-notice';
import type { NoticeItem } from '#ui/notice';
import { page } from '#ui/page';
import classes from './field-mapping.module.css';

/** The field mapping of the open account and how its answers are understood, mirrored from main. */
const fieldMappingMirror = createAccountMirror(
  () => api.fieldMapping.current(),
  (listener) => api.fieldMapping.onChanged(listener),
);

/** Most answers of the service are not understood: offers the field mapping. */
export function useFieldMappingNotices(): NoticeItem[] {
  const format = useFormat();
  const { t } = format;
  const state = useStore(fieldMappingMirror, ({ value }) => value);
  const count = state?.counts.find(isMostlyNotUnderstood);
  if (!count) return [];
  return [
    {
      id: 'fieldMapping',
      tone: 'warning',
      title: titleOf(count, format),
      children: t('field-mapping.notice.text'),
      actions: <MapFieldsButton />,
    },
  ];
}

function MapFieldsButton() {
  const { t } = useFormat();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton onClick={() => setOpen(true)}>{t('field-mapping.open')}</ActionButton>
      {isOpen && <FieldMappingDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function titleOf({ kind, notUnderstood, answers }: AnswerCount, { t }: Format): string {
  return kind === 'location'
    ? t('field-mapping.notice.positions', { notUnderstood, answers })
    : t('field-mapping.notice.devices', { notUnderstood, answers });
}

/** The field mapping of the account, for the settings page. */
export function FieldMappingSetting() {
  const { t } = useFormat();
  const state = useStore(fieldMappingMirror, ({ value }) => value);
  if (!state) return null;
  return (
    <>
      <Text size="sm">{t('field-mapping.mapped', { count: countOf(state) })}</Text>
      <div>
        <MapFieldsButton />
      </div>
    </>
  );
}

/** How many fields are mapped. */
const countOf = ({ mappings }: FieldMappingState): number =>
  mappedKinds.reduce((count, kind) => count + Object.keys(mappings[kind] ?? {}).length, 0);

/** Maps the fields of a service, with a live preview; nothing applies before it is confirmed. */
function FieldMappingDialog({ onClose }: { onClose: () => void }) {
  const { t } = useFormat();
  const { value: state, fault } = useAnswer(api.fieldMapping.current, []);
  return (
    <Dialog opened size="xl" onClose={onClose} title={t('field-mapping.title')}>
      {fault && <FaultNotice fault={fault} context="open" />}
      {state && <MappingForm state={state} onClose={onClose} />}
    </Dialog>
  );
}

const samplesOf = (state: FieldMappingState, kind: MappedKind) =>
  kind === 'location' ? state.samples.location : state.samples.device;

interface MappingFormProps {
  state: FieldMappingState;
  onClose: () => void;
}

function MappingForm({ state, onClose }: MappingFormProps) {
  const { t } = useFormat();
  const [mappings, setMappings] = useState<FieldMappings>(() =>
    Object.fromEntries(
      mappedKinds.map((kind) => [
        kind,
        initialMapping(kind, samplesOf(state, kind), state.mappings),
      ]),
    ),
  );
  const save = useAction(api.fieldMapping.set);
  const exported = useExport(api.fieldMapping.exportFile);
  const store = async (next: FieldMappings) => {
    if (await save.run(next)) onClose();
  };
  const isMapped = mappedKinds.some((kind) => Object.keys(state.mappings[kind] ?? {}).length > 0);
  return (
    <>
      <Text size="sm">{t('field-mapping.dialog.help')}</Text>
      {mappedKinds.map((kind) => (
        <MappingTable
          key={kind}
          title={t(`field-mapping.kind.${kind}`)}
          kind={kind}
          samples={samplesOf(state, kind)}
          stored={state.mappings}
          mappings={mappings}
          onChange={(mapping) => setMappings({ ...mappings, [kind]: mapping })}
        />
      ))}
      {save.fault && <FaultNotice fault={save.fault} context="open" />}
      <Group justify="space-between" mt="lg">
        <Group gap="xs">
          <Button variant="default" disabled={!isMapped} onClick={() => void store({})}>
            {t('field-mapping.reset')}
          </Button>
          <Button variant="default" disabled={!isMapped} onClick={() => void exported.run()}>
            {t('field-mapping.export')}
          </Button>
        </Group>
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button loading={save.isBusy} onClick={() => void store(mappings)}>
            {t('field-mapping.use')}
          </Button>
        </Group>
      </Group>
    </>
  );
}

interface MappingTableProps {
  title: string;
  kind: MappedKind;
  /** Records as received. */
  samples: readonly unknown[];
  /** What is in effect. */
  stored: FieldMappings;
  /** What the user is choosing. */
  mappings: FieldMappings;
  onChange: (mapping: FieldMapping) => void;
}

/** The fields of one kind of record: the member each is read from, and what that gives. */
function MappingTable(props: MappingTableProps) {
  const { title, kind, samples, stored, mappings, onChange } = props;
  const format = useFormat();
  const { t } = format;
  const textOf = usePreviewText();
  const mapping: FieldMapping = mappings[kind] ?? {};
  if (samples.length === 0) {
    return (
      <section aria-label={title}>
        <h3 className={classes.kind}>{title}</h3>
        <Text size="sm" c="dimmed">
          {t('field-mapping.noAnswer')}
        </Text>
      </section>
    );
  }
  const previews = samples.map((sample) => previewOf(kind, sample, mappings));
  const choose = (field: string, member: MappedMember | null) => {
    const { [field]: _, ...rest } = mapping;
    onChange(member ? { ...rest, [field]: member } : rest);
  };
  return (
    <section aria-label={title}>
      <h3 className={classes.kind}>{title}</h3>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('common.field')}</th>
            <th>{t('field-mapping.readFrom')}</th>
            <th>{t('field-mapping.preview')}</th>
          </tr>
        </thead>
        <tbody>
          {fieldsOfKind(kind).map(([field, entry]) => {
            const label = t(entry.label);
            const member = mapping[field];
            const isProposed = member !== undefined && stored[kind]?.[field] === undefined;
            return (
              <tr key={field}>
                <td>{label}</td>
                <td>
                  <NativeSelect
                    size="xs"
                    aria-label={t('field-mapping.readFrom.of', { field: label })}
                    value={member ? valueFor(member) : ''}
                    data={optionsFor(kind, field, samples, member, format)}
                    description={
                      isProposed
                        ? t('field-mapping.looksLike', { member: nameOf(member), field: label })
                        : undefined
                    }
                    inputWrapperOrder={['input', 'description']}
                    onChange={({ currentTarget: { value } }) => choose(field, memberIn(value))}
                  />
                </td>
                <td>
                  {previews.slice(0, 3).map((preview, index) => (
                    <div key={index} className={page.breakable}>
                      {preview[field] && textOf(preview[field])}
                    </div>
                  ))}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function usePreviewText() {
  const format = useFormat();
  const { t, moment } = format;
  return (known: ReturnType<typeof previewOf>[string]) =>
    knownText(
      known,
      (value) => {
        if (isMoment(value)) return 'at' in value ? moment(value.at) : value.day;
        return originalText(value);
      },
      t('field-mapping.none'),
      format,
    );
}

const valueFor = ({ pointer, as }: MappedMember) => JSON.stringify({ pointer, ...(as && { as }) });

function memberIn(value: string): MappedMember | null {
  return value === '' ? null : mappedMemberSchema.parse(JSON.parse(value));
}

/** A JSON Pointer as a name: "position.lat". */
const nameOf = ({ pointer }: MappedMember) => pointer.slice(1).replaceAll('/', '.');

function optionsFor(
  kind: MappedKind,
  field: string,
  samples: readonly unknown[],
  chosen: MappedMember | undefined,
  format: Format,
) {
  const candidates = fieldCandidates(kind, field, samples);
  const others = membersOf(samples).filter(({ pointer }) =>
    candidates.every((candidate) => candidate.pointer !== pointer),
  );
  const members: (MappedMember & { examples: unknown[] })[] = [...candidates, ...others];
  if (chosen && members.every((member) => valueFor(member) !== valueFor(chosen))) {
    members.push({ ...chosen, examples: [] });
  }
  const options = members.map((member) => ({
    value: valueFor(member),
    label: optionText(member, format),
  }));
  return [{ value: '', label: format.t('field-mapping.ownName') }, ...options];
}

function optionText(member: MappedMember & { examples: unknown[] }, { t }: Format): string {
  const path = nameOf(member);
  const name = member.as ? t(`field-mapping.member.${member.as}`, { member: path }) : path;
  if (member.examples.length === 0) return name;
  const example = originalText(member.examples[0]);
  return t('field-mapping.member.example', { member: name, example });
}

/** What is known of each field of a record that was read with a mapping. */
type Preview = Record<string, Known<unknown>>;

/** The fields of a sample as Waypost reads them with these mappings. */
function previewOf(kind: MappedKind, sample: unknown, mappings: FieldMappings): Preview {
  const record = recordOf(kind, sample, mappings);
  const preview: Preview = {};
  for (const [field, { kind: valueKind }] of fieldsOfKind(kind)) {
    const read = valueKind === 'moment' ? knownMoment : knownOf;
    preview[field] = read(record as Record<string, unknown> | null, field);
  }
  return preview;
}

function recordOf(kind: MappedKind, sample: unknown, mappings: FieldMappings): object | null {
  if (kind === 'location') return decodeFix(sample, mappings.location)?.record ?? null;
  const device = decodeDevice({ device: sample }, '', mappings)?.record ?? null;
  return kind === 'device' ? device : (device?.limits ?? {});
}

function isMoment(value: unknown): value is MomentOrDay {
  return typeof value === 'object' && value !== null && ('at' in value || 'day' in value);
}

/** The mapping to begin with: the stored one, and proposals for fields that no sample provides. */
function initialMapping(
  kind: MappedKind,
  samples: readonly unknown[],
  stored: FieldMappings,
): FieldMapping {
  const previews = samples.map((sample) => previewOf(kind, sample, stored));
  const isMissing = (field: string) => previews.every((preview) => preview[field]?.is !== 'value');
  return { ...proposedMapping(kind, samples, isMissing), ...stored[kind] };
}
