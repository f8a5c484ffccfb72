import { NativeSelect } from '@mantine/core';
import { groupChoiceLabel, noGroupLabel } from '#lib/known-values';
import { useFormat } from '#lib/use-format';
import { useFleet } from './fleet-store';

interface GroupSelectProps {
  /** The id of a group, 'none' for devices without a group, null for all. */
  value: string | 'none' | null;
  onChange: (group: string | 'none' | null) => void;
  /** The groups with urgent devices, offered first. */
  urgent?: UrgentGroups | undefined;
  /** Pixels, or as wide as its place. */
  w?: number | '100%';
}

interface UrgentGroups {
  /** What is urgent about the devices. */
  word: string;
  /** How many such devices are in a group, by its id; the others have none. */
  counts: ReadonlyMap<string, number>;
  /** Shows only the urgent devices of a group. */
  onChoose: (group: string) => void;
}

/** Before the id of a group in the value of an option. */
const urgentPrefix = 'urgent:';

/** Chooses the group whose devices are shown. */
export function GroupSelect({ value, onChange, urgent, w = 180 }: GroupSelectProps) {
  const known = useFleet(({ view }) => view?.groups) ?? [];
  const gap = useFleet(({ view }) => view?.groupGap) ?? null;
  const format = useFormat();
  const { t } = format;
  const noGroup = noGroupLabel(gap, format);
  const isUnknown = value !== null && value !== 'none' && !known.some(({ id }) => id === value);
  const urgentItems = known.flatMap(({ id, name }) => {
    const devices = urgent?.counts.get(id);
    if (devices === undefined) return [];
    return [
      { value: urgentPrefix + id, label: groupChoiceLabel({ name, count: devices }, format) },
    ];
  });
  return (
    <NativeSelect
      size="xs"
      w={w}
      rightSectionWidth={22}
      aria-label={t('common.group')}
      value={value ?? ''}
      data={[
        { value: '', label: t('fleet.group.all') },
        ...(urgent && urgentItems.length > 0 ? [{ group: urgent.word, items: urgentItems }] : []),
        ...known.map((each) => ({ value: each.id, label: groupChoiceLabel(each, format) })),
        ...(noGroup === null
          ? [{ value: 'none', label: t('fleet.group.notLoaded'), disabled: value !== 'none' }]
          : [{ value: 'none', label: noGroup }]),
        ...(isUnknown ? [{ value, label: t('common.unknownGroup') }] : []),
      ]}
      onChange={({ currentTarget: { value: chosen } }) => {
        if (urgent && chosen.startsWith(urgentPrefix)) {
          urgent.onChoose(chosen.slice(urgentPrefix.length));
        } else onChange(chosen || null);
      }}
    />
  );
}
