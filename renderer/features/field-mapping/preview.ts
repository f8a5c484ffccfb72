import {
  fieldsOfKind,
  type FieldMapping,
  type FieldMappings,
  type MappedKind,
} from '#shared/domain/field-mapping';
import { knownMoment, knownOf, type Known, type MomentOrDay } from '#shared/domain/known';
import { decodeDevice } from '#shared/wire/device';
import { proposedMapping } from '#shared/wire/field-candidates';
import { decodeFix } from '#shared/wire/fix';

/** What is known of each field of a record that was read with a mapping. */
export type Preview = Record<string, Known<unknown>>;

/** The fields of a sample as Waypost reads them with these mappings. */
export function previewOf(kind: MappedKind, sample: unknown, mappings: FieldMappings): Preview {
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

/** Whether a known value is a moment or a day. */
export function isMoment(value: unknown): value is MomentOrDay {
  return typeof value === 'object' && value !== null && ('at' in value || 'day' in value);
}

/** The mapping to begin with: the stored one, and proposals for fields that no sample provides. */
export function initialMapping(
  kind: MappedKind,
  samples: readonly unknown[],
  stored: FieldMappings,
): FieldMapping {
  const previews = samples.map((sample) => previewOf(kind, sample, stored));
  const isMissing = (field: string) => previews.every((preview) => preview[field]?.is !== 'value');
  return { ...proposedMapping(kind, samples, isMissing), ...stored[kind] };
}
