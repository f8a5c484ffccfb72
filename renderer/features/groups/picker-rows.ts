import type { DeviceList } from '#features/records';

/** A device as the picker shows it. */
export interface PickerRow {
  id: string;
  label: string;
  description: string;
  /** What is searched. */
  text: string;
  /** What the draft does to it. */
  mark: 'added' | 'removed' | null;
}

export interface PickerRows {
  others: PickerRow[];
  members: PickerRow[];
}

/** Every device on the side it is on, in the order of names; strangers to the list come last. */
export function pickerRows(
  { rows, byId }: DeviceList,
  members: readonly string[],
  before: readonly string[],
): PickerRows {
  const isMember = new Set(members);
  const was = new Set(before);
  const result: PickerRows = { others: [], members: [] };
  for (const { id, label, description } of rows) {
    const isIn = isMember.has(id);
    const mark = isIn === was.has(id) ? null : isIn ? 'added' : 'removed';
    const row = { id, label, description, text: `${label} ${description} ${id}`, mark } as const;
    (isIn ? result.members : result.others).push(row);
  }
  for (const id of isMember) {
    if (byId.has(id)) continue;
    const description = 'not in your device list';
    const mark = was.has(id) ? null : 'added';
    result.members.push({ id, label: id, description, text: `${id} ${description}`, mark });
  }
  return result;
}
