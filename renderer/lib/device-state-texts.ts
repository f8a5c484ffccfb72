import type { DeviceState } from '#shared/domain/device-state';

/** The word for a state, and what it means as one sentence for a tooltip. */
export const deviceStateTexts: Record<DeviceState, { word: string; meaning: string }> = {
  moving: {
    word: 'Moving',
    meaning: 'The last report is recent and its speed is above the threshold.',
  },
  stopped: {
    word: 'Stopped',
    meaning: 'The last report is recent and the device stands still.',
  },
  unknownMotion: {
    word: 'Motion unknown',
    meaning: 'The last report is recent, but says nothing about speed.',
  },
  stale: {
    word: 'Stale',
    meaning:
      'The last report was already old when the service was last asked: where the device was, not what it does now.',
  },
  silent: {
    word: 'Silent',
    meaning: 'When the service was last asked, it had no report, or none for a long time.',
  },
  expired: {
    word: 'Expired',
    meaning: 'The service says that it is not active, or its expiry date has passed.',
  },
  unchecked: {
    word: 'Not checked recently',
    meaning:
      'The last report was recent when the service was last asked, but that is long ago. The device may have reported since.',
  },
  noPosition: {
    word: 'No position',
    meaning: 'The device reports without a position. The map shows its last known place, if any.',
  },
  clockAhead: {
    word: 'Device clock ahead',
    meaning: 'The report is dated in the future, so its age is not known.',
  },
  notUnderstood: {
    word: 'Not understood',
    meaning:
      'The last answer has no readable time and place. What is shown is from earlier answers.',
  },
  neverAsked: {
    word: 'Not checked yet',
    meaning: 'The location of this device has not been requested yet.',
  },
  unlisted: {
    word: 'No longer listed',
    meaning: 'The service no longer lists this device. What is shown is the last known copy.',
  },
  clockBehind: {
    word: 'Device clock behind',
    meaning: 'The report is dated before devices were tracked, so its age is not known.',
  },
};
