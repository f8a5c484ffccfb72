/** The texts with values of this feature. */
export const texts = {
  moving: 'Moving',
  theLastReportIsRecent: 'The last report is recent and its speed is above the threshold.',
  stopped: 'Stopped',
  theLastReportIsRecentAnd: 'The last report is recent and the device stands still.',
  motionUnknown: 'Motion unknown',
  theLastReportIsRecentBut: 'The last report is recent, but says nothing about speed.',
  stale: 'Stale',
  theLastReportWasAlready:
    'The last report was already old when the service was last asked: where the device was, not what it does now.',
  noRecentFix: 'No recent fix',
  whenTheServiceWasLast:
    'When the service was last asked, it had no report, or none for a long time.',
  expired: 'Expired',
  theServiceSaysThatIt: 'The service says that it is not active, or its expiry date has passed.',
  notCheckedRecently: 'Not checked recently',
  theLastReportWasRecent:
    'The last report was recent when the service was last asked, but that is long ago. The device may have reported since.',
  noPosition: 'No position',
  theDeviceReportsWithoutA:
    'The device reports without a position. The map shows its last known place, if any.',
  deviceClockAhead: 'Device clock ahead',
  theReportIsDatedIn: 'The report is dated in the future, so its age is not known.',
  deviceClockBehind: 'Device clock behind',
  theReportIsDatedBefore:
    'The report is dated before devices were tracked, so its age is not known.',
  notUnderstood: 'Not understood',
  theLastAnswerHasNo:
    'The last answer has no readable time and place. What is shown is from earlier answers.',
  notAskedYet: 'Not asked yet',
  theLocationOfThisDevice: 'The location of this device has not been requested yet.',
  noLongerListed: 'No longer listed',
  theServiceNoLongerLists:
    'The service no longer lists this device. What is shown is the last known copy.',
};
