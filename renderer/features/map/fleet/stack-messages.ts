import { type CountedMessage, type Format, countedMessage } from '#lib/format';

const title: CountedMessage = { one: '1 device at this spot', many: '{n} devices at this spot' };

/** The list of devices at one spot. */
export const stackMessages = {
  title: (devices: number, format: Pick<Format, 'count'>) => countedMessage(title, devices, format),
  more: (devices: number, { count }: Pick<Format, 'count'>) =>
    `and ${count(devices)} more, in the table`,
};
