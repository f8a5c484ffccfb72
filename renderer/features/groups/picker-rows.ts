import type { DeviceList } from '#features/edits';
import { texts } from './groups-texts';

/** A device as the picker shows it. */
export interface PickerRow {
  id: string;
  label: string;
  description: string;
  /** The searched text. */
  text: string;
  /** The unsaved change. */
  mark: 'added' | 'removed' | null;
}

export interface PickerRows {
  others: PickerRow[];
  members: PickerRow[];
}

/** Devices by membership, in the given order; member ids without a device come last. */
export function pickerRows(
  { rows, byId }: DeviceList,
  members: readonly string[],
  before: readonly string[],
): PickerRows {
  const isMember = new Set(members);
  const wasMember = new Set(before);
  const result: PickerRows = { others: [], members: [] };
  for (const { id, label, description } of rows) {
    const isIn = isMember.has(id);
    const mark = isIn === wasMember.has(id) ? null : isIn ? 'added' : 'removed';
    const row = { id, label, description, text: `${label} ${description} ${id}`, mark } as const;
    (isIn ? result.members : result.others).push(row);
  }
  for (const id of isMember) {
    if (byId.has(id)) continue;
    const description = texts.notInYourListOf;
    const mark = wasMember.has(id) ? null : 'added';
    result.members.push({ id, label: id, description, text: `${id} ${description}`, mark });
  }
  return result;
}
