/** The fixed texts of this feature; those with values are in the modules of messages. */
export const texts = {
  useThisMap: 'Use this map',
  storedInTheKeychainOf: 'Stored in the keychain of this computer, and sent to this server only.',
  showWhatIsTyped: 'Show what is typed',
  keyOfTheServer: 'Key of the server',
  ofPicturesWithZX:
    'Of pictures, with {z}, {x} and {y}, or of a MapLibre style. Where a key belongs, write {key}.',
  addressOfTheServer: 'Address of the server',
  removeKey: 'Remove key',
  removeThisMap: 'Remove this map',
  changeKey: 'Change key…',
  changeAddressOrKey: 'Change address or key…',
  addressOfAMaplibreStyle:
    'Address of a MapLibre style. Empty: the map inside Waypost, which needs no network. The server of an online map learns which areas are looked at.',
  onlineMapStyle: 'Online map style',
  clearTheCacheOfOnline: 'Clear the cache of online maps',
  partsOfOnlineMapsThat:
    'Parts of online maps that you have seen are cached on this computer where the terms of the provider allow it: unencrypted, for as long as its server allows and up to 100 MB. They show which areas you looked at. Nothing is cached of other servers and of maps with a key.',
  ownStyleAddress: 'Own style address',
  off: 'Off',
  offUntilYouChooseOne:
    'Off until you choose one. While it is on, it is shown instead of the bundled map and the offline maps; if it cannot be reached, these are shown.',
  onlineMap: 'Online map',
  differencesOfTheService: 'Differences of the service',
  removeReport: 'Remove report',
  loadReport: 'Load report…',
  noReportIsLoaded: 'No report is loaded.',
  nothingWasChangedChooseThe:
    'Nothing was changed. Choose the JSON file that the contract tests wrote.',
  theContractTestsOfWaypost:
    'The contract tests of Waypost can be run against a service, and write a report. With it, the open account starts with what the service does differently, instead of learning it again.',
  serviceReport: 'Service report',
  about: 'About',
  updates: 'Updates',
  whileThisComputerRunsOn:
    'While this computer runs on its battery, positions are refreshed only when you ask for it. Your own actions, jobs and downloads continue.',
  pauseTheRefreshOnBattery: 'Pause the refresh on battery',
  devicesThatMoveAndThose:
    'Devices that move and those on screen are checked more often than parked ones. No device waits longer than this for its check, as far as the calls per minute suffice.',
  oldestPositionCheckMinutes: 'Oldest position check (minutes)',
  theMostCallsThatWaypost:
    'The most calls that Waypost makes in a minute. If the service announces a lower number, Waypost stays below that; when the service asks Waypost to slow down, Waypost does.',
  callsPerMinute: 'Calls per minute',
  network: 'Network',
  trackersWithoutANetworkSend:
    'Trackers without a network send their records later. A day requested after this time is complete and never requested again.',
  lateRecordsMayComeFor: 'Late records may come for (hours)',
  settings: 'Settings',
  n1Day: '1 day',
  onceForEachDeviceAnd:
    'Once for each device and threshold, combined in one notification. None selected: no warnings.',
  notifyAheadOfADevices: 'Notify ahead of a device’s expiry',
  warningsBeforeExpiry: 'Warnings before expiry',
  aDeviceThatWasSilent: 'A device that was silent for longer is worth a look.',
  noRecentFixAfterHours: 'No recent fix after (hours)',
  anOlderFixShowsWhere: 'An older fix shows where the device was, not what it does now.',
  staleAfterMinutes: 'Stale after (minutes)',
  slowerThanThisCountsAs:
    'Slower than this counts as stopped: receivers drift a little while they stand.',
  deviceStates: 'Device states',
  theAccountsTimeZoneIs:
    'The account’s time zone is not provided by the service, so this computer’s is used.',
  timesAreShownInThe: 'Times are shown in the zone of',
  noDocumentStatesItMetres:
    'No document states it; metres per second is the best reading. If speeds look wrong by a factor of 3.6, change it here.',
  theServiceSendsSpeedsIn: 'The service sends speeds in',
  distancesAreShownIn: 'Distances are shown in',
  speedsAreShownIn: 'Speeds are shown in',
  everyPageTheMapsScale:
    'Every page, the map’s scale, the ruler, fields to type in and exports use them.',
  units: 'Units',
  unitsAndTimes: 'Units and times',
  never: 'Never',
  lockWhenNobodyUsesThis: 'Lock when nobody uses this computer',
  forAnOfflineCopyThat:
    'For an offline copy that a passphrase protects. Unlocking asks for the passphrase. Jobs pause until then, and a typed password that was not saved is cleared.',
  lockWhenTheScreenIs: 'Lock when the screen is locked',
  lock: 'Lock',
  map: 'Map',
  forAtMost45Seconds:
    'For at most 45 seconds after a report, from its speed and course. The map draws the estimate as an outline, with a line from the reported position. Estimates are never stored or exported.',
  estimateWhereMovingDevicesAre: 'Estimate where moving devices are',
  deviceNamesWhereThereIs:
    'Device names: where there is room, all of them even if they overlap, only on hover, or none.',
  labelsOnTheMap: 'Labels on the map',
  theme: 'Theme',
  appearance: 'Appearance',
  findTheAccounts: 'Find the accounts',
  theKeychainDoesNotName:
    'The keychain does not name one account. Connect with its service address and user name.',
  notRead: 'Not read',
  checkNow: 'Check now',
  download: 'Download…',
  restartAndInstall: 'Restart and install…',
  checkForNewVersions: 'Check for new versions',
} as const;
