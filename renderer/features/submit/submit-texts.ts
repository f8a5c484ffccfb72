/** The fixed texts of this feature; those with values are in the modules of messages. */
export const texts = {
  eachWayCountsAgainstThe: 'Each way counts against the device’s daily limit of e-mails or SMS.',
  theServiceSendsIt: 'The service sends it',
  mayBeLeftEmpty: 'May be left empty.',
  chooseAtLeastOneKind: 'Choose at least one kind.',
  searchTooFastSos: 'Search: too fast, SOS…',
  kindsOfAlert: 'Kinds of alert',
  submitThisAlert: 'Submit this alert…',
  submitThisLocation: 'Submit this location…',
  theFileCouldNotBe: 'The file could not be opened',
  openAFile: 'Open a file…',
  openAnotherFile: 'Open another file…',
  waypostOpensFilesWithTracks:
    'Waypost opens files with tracks (GPX, KML, GeoJSON, CSV) and offline maps (PMTiles, MBTiles). The file was not changed.',
  severalFilesWereOpenedAt:
    'Several files were opened at once and none was read. Open them one after another.',
  doNotOpenIt: 'Do not open it',
  openIt: 'Open it',
  goToSubmit: 'Go to Submit',
  swapThem: 'Swap them',
  degreesWithMinutesAndSeconds:
    'Degrees, with minutes and seconds or without, N, S, E, W or signs, a geo: address; or press on the map.',
  coordinates: 'Coordinates',
  chooseADevice: 'Choose a device.',
  youCanCheckWhatIs:
    'You can check what is sent before you submit it. Your entries stay until then.',
  clear: 'Clear',
  takeTheMiddleOfThe: 'Take the middle of the map',
  theMapMovesWithThe: 'The map moves with the arrow keys, + and -.',
  mapToPickAPlace: 'Map to pick a place',
  thePlace: 'The place',
  discardTheEntries: 'Discard the entries',
  readAndSubmitSingleLocations: 'Read, and submit single locations with a time range',
  readAndSubmit: 'Read and submit',
  readOnly: 'Read only',
  theDocumentsDescribeThemIn:
    'The documents describe them in two ways: as queries for a time range, and as submissions. Fetching works in all modes.',
  theServicesCallsForThem: 'The service’s calls for them',
  locationsAndAlerts: 'Locations and alerts',
  itsCallsForLocationsAnd:
    'Its calls for locations and alerts are used as queries for a time range. Nothing can be sent from here.',
  settingsOfThisAccount: 'Settings of this account',
  fetchHistory: 'Fetch history',
  thisConnectionDoesNotAccept: 'This connection does not accept submissions',
  changeSubmissionMode: 'Change submission mode',
  submit: 'Submit',
  thisAccountIsSetTo:
    'This account is set to submit single locations with a time range. That call has no member for an alert.',
  alertsCannotBeSubmittedIn: 'Alerts cannot be submitted in this mode',
  anAlert: 'An alert',
  aTrackFromAFile: 'A track from a file',
  oneLocation: 'One location',
  youCanSendTheRest: 'You can send the rest, or correct the file and open it again.',
  showOnTheMap: 'Show on the map',
  remarksOnPoints: 'Remarks on points',
  whatIsWrongWithEach: 'What is wrong with each is below. Correct the file and open it again.',
  aLocationNeedsTheTime:
    'A location needs the time at which something was there. Routes and drawn lines have none; save the recorded track with its times.',
  noPointOfThisTrack: 'No point of this track can be sent',
  whatIsInTheFile: 'What is in the file',
  gpxKmlOrGeojsonOr:
    'GPX, KML or GeoJSON, or a CSV table with the columns “time”, “latitude” and “longitude”. Opening a file sends nothing.',
  mapOfTheTrackIn: 'Map of the track in the file',
  entriesStay:
    'Your earlier entries are still here and can be sent when submissions are accepted again.',
  byEMail: 'By e-mail',
  bySms: 'By SMS',
  notBelow0: 'Not below 0.',
  courseDegreesFromNorth: 'Course (degrees from north)',
  from0To360: 'From 0 to 360.',
  battery: 'Battery (%)',
  from0To100: 'From 0 to 100.',
  waypostOpensOneFileAt: 'Waypost opens one file at a time',
  itsTrackCanBeSubmitted:
    'Its track can be submitted once an account is open. Opening it sends nothing; you see the track first.',
  itsTrackCanBeSubmittedThe:
    'Its track can be submitted. The current page stays open until you go there.',
  itsTrackCannotBeSent:
    'Its track cannot be sent over this connection. If your service accepts them, change the setting and come back, or open another account.',
  anotherTrackIsOpenHere: 'Another track is open here. Opening the file replaces it.',
  anotherSubmissionIsInProgress:
    'Another submission is in progress here. Its entries stay when the file is opened.',
  giveADateAndA: 'Give a date and a time.',
  thisTimeIsInThe: 'This time is in the future.',
  lastKnownPlace: 'Last known place',
  submitsOnlyIfTheService: 'Submits only if the service announced that it accepts submissions.',
  onlyQueriesForATime: 'Only queries for a time range are sent.',
  locationsAndAlertsAreSubmitted:
    'Locations and alerts are submitted as lists, a form of the reference service. Choose it if your service accepts it.',
  submitsOneLocationPerCall:
    'Submits one location per call with from, to and location, as in the documents of the live service. Alerts cannot be submitted in this form.',
  eachLocationIsSentWith:
    'Each location is sent with a time range. The service may answer with the locations of that range instead of storing it; the job shows its answer.',
  theSameCallsAreAlso:
    'The same calls are also documented as queries for a time range; Waypost fetches history and alerts that way.',
  theSameCallsAreAlsoDocumented:
    'The same calls are also documented as submissions; if your service accepts them, turn that on in the settings.',
  submit1Location: 'Submit 1 location…',
  submitNLocations: 'Submit {n} locations…',
  youCanCheckWhatIsSent:
    'You can check what is sent before you submit it. Each location costs one call.',
  chooseTheDeviceItIs:
    'Choose the device it is for. You can check what is sent before you submit it. Each location costs one call.',
  aLocation: 'A location',
  zeroIsWhatTrackersSend:
    '0, 0 is what trackers send when they know no position; it is not sent as one.',
  noTimes: 'no times',
  noneCanBeSent: 'none can be sent',
  linesOfTheFile: 'Lines are those of the file, the titles counted.',
  howTheFileIsRead: 'How the file is read',
  notesOnTheFile: 'Notes on the file',
  encoding: 'Encoding',
  theFileDoesNotProve:
    'The file does not prove its encoding. Names with accents show whether it is right.',
  times: 'Times',
  notRecognized: 'Not recognized',
  dates: 'Dates',
  dayFirst: 'Day first: 04/05 is 4 May',
  monthFirst: 'Month first: 04/05 is 5 April',
  timeZoneOfTheTimes: 'Time zone of the times',
  weekCounter: 'GPS week counter',
  coordinatesAsInTheFile: 'As in the file',
  coordinatesSwapped: 'Latitude and longitude exchanged',
  mostLatitudesAreOutside:
    'Most latitudes are outside of the world. Perhaps the longitude comes first.',
  perhapsCoordinatesAreSwapped: 'Latitude and longitude may be exchanged',
} as const;
