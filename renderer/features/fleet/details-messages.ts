import type { Format } from '#lib/format';

type Moment = Pick<Format, 'moment'>;

/** What the details say about the position; the age changes while they are open. */
export const positionMessages = {
  none: 'No position known',
  last: (at: number, format: Moment) => (age: string) =>
    `Last position: ${format.moment(at)} (${age})`,
  noneSince: (at: number, format: Moment) => (age: string) =>
    `No position since ${format.moment(at)} (${age})`,
};

/** The title above a record as JSON. */
export const rawTitle = (record: string): string => `${record}, as sent by the service`;
