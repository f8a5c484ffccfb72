import { NativeSelect } from '@mantine/core';
import {
  fieldsOfKind,
  mappedMemberSchema,
  type FieldMapping,
  type FieldMappings,
  type MappedKind,
  type MappedMember,
} from '#shared/domain/field-mapping';
import { fieldCandidates, membersOf } from '#shared/wire/field-candidates';
import { commonTexts } from '#lib/common-texts';
import { knownText, originalText } from '#lib/known-text';
import { useFormat } from '#lib/use-format';
import { texts } from './field-mapping-texts';
import classes from './field-mapping.module.css';
import { isMoment, previewOf } from './preview';
import { messages } from './field-mapping-messages';

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
export function MappingTable(props: MappingTableProps) {
  const { title, kind, samples, stored, mappings, onChange } = props;
  const textOf = usePreviewText();
  const mapping: FieldMapping = mappings[kind] ?? {};
  if (samples.length === 0) {
    return (
      <section aria-label={title}>
        <h3 className={classes.kind}>{title}</h3>
        <p className={classes.dimmed}>{texts.noAnswerOfThisKind}</p>
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
            <th>{commonTexts.field}</th>
            <th>{texts.readFrom}</th>
            <th>{texts.preview}</th>
          </tr>
        </thead>
        <tbody>
          {fieldsOfKind(kind).map(([field, { label }]) => {
            const member = mapping[field];
            const isProposed = member !== undefined && stored[kind]?.[field] === undefined;
            return (
              <tr key={field}>
                <td>{label}</td>
                <td>
                  <NativeSelect
                    size="xs"
                    aria-label={messages.readFrom(label)}
                    value={member ? valueFor(member) : ''}
                    data={optionsFor(kind, field, samples, member)}
                    description={isProposed ? messages.looksLike(nameOf(member), label) : undefined}
                    inputWrapperOrder={['input', 'description']}
                    onChange={({ currentTarget: { value } }) => choose(field, memberIn(value))}
                  />
                </td>
                <td>
                  {previews.slice(0, 3).map((preview, index) => (
                    <div key={index} className={classes.preview}>
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
  const { moment } = useFormat();
  return (known: ReturnType<typeof previewOf>[string]) =>
    knownText(
      known,
      (value) => {
        if (isMoment(value)) return 'at' in value ? moment(value.at) : value.day;
        return originalText(value);
      },
      texts.none,
    );
}

const valueFor = ({ pointer, as }: MappedMember) => JSON.stringify({ pointer, ...(as && { as }) });

function memberIn(value: string): MappedMember | null {
  return value === '' ? null : mappedMemberSchema.parse(JSON.parse(value));
}

/** A JSON Pointer as a name: "position.lat". */
const nameOf = ({ pointer }: MappedMember) => pointer.slice(1).replaceAll('/', '.');

const forms = {
  unixSeconds: texts.secondsSince1970,
  unixMilliseconds: texts.millisecondsSince1970,
};

function optionsFor(
  kind: MappedKind,
  field: string,
  samples: readonly unknown[],
  chosen: MappedMember | undefined,
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
    label: optionText(member),
  }));
  return [{ value: '', label: texts.itsOwnName }, ...options];
}

function optionText(member: MappedMember & { examples: unknown[] }): string {
  const name = nameOf(member);
  const example = member.examples.length > 0 ? originalText(member.examples[0]) : null;
  if (member.as) return `${name} (${forms[member.as]}): ${example ?? ''}`;
  return example === null ? name : `${name}: ${example}`;
}
