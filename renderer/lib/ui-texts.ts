import { type CountedMessage, type Format, countedMessage } from './format';

/** The fixed texts of this folder `ui`; those with values are in the modules of messages. */
export const texts = {
  copied: 'Copied',
  dragToResizeDoubleClick: 'Drag to resize; double-click to reset',
  clickToSortDragOr: 'Click to sort. Drag, or Alt with an arrow key, to move.',
  loading: 'Loading',
  openCalendar: 'Open calendar',
  enterATimeSuchAs: 'Enter a time such as 22:00.',
  enterADateAndA: 'Enter a date and a time such as 22 Nov 2026, 14:03.',
  enterADateSuchAs: 'Enter a date such as 22 Nov 2026.',
  notProvided: 'Not provided',
  putBack: 'Put back',
  changed: 'changed',
  closeDetails: 'Close details',
  dismiss: 'Dismiss',
  clearTheSearch: 'Clear the search',
  dismissMessage: 'Dismiss message',
  all: 'All',
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
  nextDecade: 'Next decade',
  previousDecade: 'Previous decade',
  close: 'Close',
  clear: 'Clear the selection',
  selection: 'Selection',
  selected: 'Selected',
  selectAllShown: 'Select all shown',
  nothingWasExported: 'Nothing was exported',
  showInFolder: 'Show in folder',
  open: 'Open',
  fileNotShown: 'The file was not shown',
  withNotes: 'With notes',
  addsYourNotesOfThis:
    'Adds your notes of this computer to CSV and XLSX files. They are not exported otherwise.',
  csvForExcelAndOthers: 'CSV (for Excel and others)',
  excelXlsx: 'Excel (XLSX)',
  geojsonPositions: 'GeoJSON (positions)',
  kmlGoogleEarth: 'KML (Google Earth)',
} as const;

type Count = Pick<Format, 'count'>;

const written: CountedMessage = {
  one: '1 row written to {file}',
  many: '{n} rows written to {file}',
};
const unreadable: CountedMessage = {
  one: '1 record could not be read',
  many: '{n} records could not be read',
};

/** What is selected: a row of a table in the plural. */
export type SelectedNoun = 'device' | 'user' | 'group' | 'alert' | 'change' | 'row';

const selectedMessages: Record<SelectedNoun, CountedMessage> = {
  device: { one: '1 device selected', many: '{n} devices selected' },
  user: { one: '1 user selected', many: '{n} users selected' },
  group: { one: '1 group selected', many: '{n} groups selected' },
  alert: { one: '1 alert selected', many: '{n} alerts selected' },
  change: { one: '1 change selected', many: '{n} changes selected' },
  row: { one: '1 row selected', many: '{n} rows selected' },
};
const partlyHidden: Record<SelectedNoun, CountedMessage> = {
  device: {
    one: '1 device selected, {hidden} of them not shown',
    many: '{n} devices selected, {hidden} of them not shown',
  },
  user: {
    one: '1 user selected, {hidden} of them not shown',
    many: '{n} users selected, {hidden} of them not shown',
  },
  group: {
    one: '1 group selected, {hidden} of them not shown',
    many: '{n} groups selected, {hidden} of them not shown',
  },
  alert: {
    one: '1 alert selected, {hidden} of them not shown',
    many: '{n} alerts selected, {hidden} of them not shown',
  },
  change: {
    one: '1 change selected, {hidden} of them not shown',
    many: '{n} changes selected, {hidden} of them not shown',
  },
  row: {
    one: '1 row selected, {hidden} of them not shown',
    many: '{n} rows selected, {hidden} of them not shown',
  },
};

/** How many are selected, and how many of them the filters hide. */
export const selectedMessage = (
  noun: SelectedNoun,
  selected: number,
  hidden: number,
  format: Count,
): string =>
  countedMessage((hidden > 0 ? partlyHidden : selectedMessages)[noun], selected, format, {
    hidden: format.count(hidden),
  });

/** The texts of parts that several pages share. */
export const uiMessages = {
  selected: (selected: number, hidden: number, { count }: Count) =>
    hidden > 0
      ? `${count(selected)} selected, ${count(hidden)} not shown`
      : `${count(selected)} selected`,
  notInTheList: (typed: string) => `“${typed}” is not in the list. Nothing was chosen.`,
  dated: (day: string) => `dated ${day}`,
  matches: (shown: number, all: number, { count }: Count) => `${count(shown)} of ${count(all)}`,
  updated: (age: string) => `Updated ${age}`,
  noLongerProvided: 'The service no longer provides it',
  unreadable: (records: number, format: Count) => countedMessage(unreadable, records, format),
  reading: (file: string) => `Reading ${file}…`,
  readingLabel: (file: string) => `Reading ${file}`,
  reload: {
    window: 'Reload the window',
    page: 'Reload this page',
    fleet: 'Reload the fleet',
    details: 'Reload the details',
    table: 'Reload the table',
    map: 'Reload the map',
  },
  dismiss: 'Dismiss',
  /** A document or a picture; `file` is without its folder. */
  saved: (file: string) => `Saved as ${file}`,
  /** An export; `file` is without its folder. */
  written: (rows: number, file: string, format: Count) =>
    countedMessage(written, rows, format, { file }),
  /** An import that was refused, with the reason. */
  notImported: (reason: string) => `${reason} Nothing was sent and the file was not changed.`,
  widthOf: (header: string) => `Width of ${header}`,
  putBack: (field: string) => `Put ${field} back`,
  select: (label: string) => `Select ${label}`,
  unsaved: (saved: string) => `Unsaved; saved is ${saved}`,
};
