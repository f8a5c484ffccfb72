/** The fixed texts of this feature; those with values are in the modules of messages. */
export const texts = {
  addMap: 'Add map',
  fromACopyInThe: 'From a copy in the folder of Waypost',
  nothingIsCopiedWhileThe:
    'Nothing is copied. While the file or its drive is not there, the bundled map is shown.',
  whereItIs: 'Where it is',
  whereShouldWaypostReadIt: 'Where should Waypost read it?',
  close: 'Close',
  addAnOfflineMap: 'Add an offline map',
  removeFromTheList: 'Remove from the list',
  remove: 'Remove',
  takesItOffTheList: 'Takes it off the list. The file is not changed.',
  deletesTheCopyTheOriginal: 'Deletes the copy. The original file is not changed.',
  addAnOfflineMapDots: 'Add an offline map…',
  offlineMaps: 'Offline maps',
  mapsWithStreetsFromPmtiles:
    'Maps with streets from PMTiles and MBTiles files. They need no network, and nobody learns which areas you look at. You can also drop a file on the map.',
  stopFollowing: 'Stop following',
  legend: 'Legend',
  fitAll: 'Fit all',
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  mapControls: 'Map controls',
  resumeFollowing: 'Resume following',
  namesOnTheMap: 'Names on the map',
  aCircleWithANumber:
    'A circle with a number represents that many devices; its ring shows their states.',
  anArrowDrawnAsAn:
    'An arrow drawn as an outline is an estimated position, for at most 45 seconds after the report; a line leads to it from the reported position.',
  anArrowPointsInThe:
    'An arrow points in the direction of travel; a dot between two arcs is moving in an unknown direction. A red “!” marks an alert that is set as critical in the account.',
  theBundledMapIsShown: 'The bundled map is shown instead.',
  theOnlineMapCannotBe: 'The online map cannot be reached',
  itNeedsWebglWhichThe:
    'It needs WebGL, which the graphics driver does not support. Nothing is lost: every device and its position are in the table.',
  theMapCannotBeShown: 'The map cannot be shown on this computer',
  devicesAtThisSpot: 'Devices at this spot',
  dismiss: 'Dismiss',
  itNeedsWebglWhichTheGraphics:
    'It needs WebGL, which the graphics driver does not support. The same data is in the tables next to it.',
} as const;
