import { textKey } from '#shared/domain/text';
import type { DistanceUnit } from '#shared/domain/units';

/** The texts of the saved views and the search. */
export const viewMessages = {
  searchHint: ({ unit }: { unit: DistanceUnit }) =>
    `Name, description, phone, id, tags, or a town: near Lyon, near Lyon 50 ${unit} (Ctrl+F)`,
  all: 'All devices',
  unsaved: 'Unsaved view',
  changed: (name: string) => `${name} (changed)`,
  button: (name: string, isChanged: boolean) =>
    isChanged ? `Saved views: ${name} (changed)` : `Saved views: ${name}`,
  saveAs: 'Save as a new view…',
  update: (name: string) => `Update “${name}”`,
  rename: (name: string) => `Rename “${name}”…`,
  remove: (name: string) => `Delete “${name}”…`,
  saveTitle: 'Save as a new view',
  renameTitle: 'Rename the view',
  nameLabel: 'Name of the view',
  kept: 'Keeps the search, the filters, the order and the columns, for this account on this computer.',
  saveButton: 'Save view',
  renameButton: 'Rename',
  removeTitle: (name: string) => `Delete the view “${name}”?`,
  removeText: 'The devices and what the page shows now stay as they are.',
  removeButton: 'Delete view',
  /** null: the name can be used. */
  nameProblem(name: string, taken: readonly string[]): string | null {
    const key = textKey(name);
    if (key === '') return 'Enter a name.';
    const isTaken = taken.some((each) => textKey(each) === key);
    return isTaken ? 'Another view has this name. Enter a different one.' : null;
  },
};
