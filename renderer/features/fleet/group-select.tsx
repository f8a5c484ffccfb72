import { NativeSelect } from '@mantine/core';
import { commonTexts } from '#lib/common-texts';
import { groupChoiceLabel, noGroupLabel, unknownGroup } from '#lib/known-text';
import { useFormat } from '#lib/use-format';
import { useFleet } from './fleet-store';
import { texts } from './fleet-texts';

interface GroupSelectProps {
  /** The id of a group, 'none' for devices without a group, null for all. */
  value: string | 'none' | null;
  onChange: (group: string | 'none' | null) => void;
  /** Pixels, or as wide as its place. */
  w?: number | '100%';
}

/** Chooses the group whose devices are shown. */
export function GroupSelect({ value, onChange, w = 180 }: GroupSelectProps) {
  const known = useFleet(({ view }) => view?.groups) ?? [];
  const gap = useFleet(({ view }) => view?.groupGap) ?? null;
  const { count } = useFormat();
  const noGroup = noGroupLabel(gap);
  const isUnknown = value !== null && value !== 'none' && !known.some(({ id }) => id === value);
  return (
    <NativeSelect
      size="xs"
      w={w}
      rightSectionWidth={22}
      aria-label={commonTexts.group}
      value={value ?? ''}
      data={[
        { value: '', label: texts.allGroups },
        ...known.map((each) => ({ value: each.id, label: groupChoiceLabel(each, count) })),
        ...(noGroup === null
          ? [{ value: 'none', label: texts.groupsNotLoaded, disabled: value !== 'none' }]
          : [{ value: 'none', label: noGroup }]),
        ...(isUnknown ? [{ value, label: unknownGroup }] : []),
      ]}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}
