import { countedMessage, type Format } from '#lib/format';

type Count = Pick<Format, 'count'>;

export const kindTexts = {
  choose: 'Vehicle kind…',
  titleOf: (label: string) => `Vehicle kind of ${label}`,
  titleOfMany: (devices: number, format: Count) =>
    countedMessage(
      { one: 'Vehicle kind of 1 device', many: 'Vehicle kind of {n} devices' },
      devices,
      format,
    ),
  where:
    'It is drawn on the map and in the list. It is kept on this computer, and the record of the device does not change.',
  name: 'Vehicle kind',
  change: 'Change…',
  chosenHere: 'Chosen on this computer',
  asStated: 'As its tags state',
  chosen: (kind: string, devices: number, format: Count) =>
    countedMessage(
      { one: `${kind}: chosen for 1 device`, many: `${kind}: chosen for {n} devices` },
      devices,
      format,
    ),
  notStored: 'The vehicle kind was not stored',
  notRead: 'The vehicle kinds that you chose could not be read',
};
