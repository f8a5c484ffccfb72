import { countedMessage, type CountedMessage } from './counted-message';
import type { Format } from './format';

type Count = Pick<Format, 'count'>;

const written: CountedMessage = {
  one: '1 row written to {file}',
  many: '{n} rows written to {file}',
};
const unreadable: CountedMessage = {
  one: '1 record could not be read',
  many: '{n} records could not be read',
};

/** The texts of parts that several pages share. */
export const uiMessages = {
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
  /** An export; `file` is without its folder. */
  written: (rows: number, file: string, format: Count) =>
    countedMessage(written, rows, format, { file }),
  /** An import that was refused, with the reason. */
  notImported: (reason: string) => `${reason} Nothing was sent and the file was not changed.`,
  widthOf: (header: string) => `Width of ${header}`,
  putBack: (field: string) => `Put ${field} back`,
  unsaved: (saved: string) => `Unsaved; saved is ${saved}`,
};
