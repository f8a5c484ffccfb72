import type {
  KeyedMap,
  KeyedMapState,
  KeyedMapTrouble,
  MapProvider,
} from '#shared/domain/online-map';
import { sizeText } from '#lib/format';

/** The texts of the base map: streets, satellite pictures, map files or none. */
export const texts = {
  layers: 'Map layers',
  layersTitle: 'Map layers (L)',
  streets: 'Streets (OpenFreeMap)',
  satellite: 'Satellite',
  satelliteFrom: 'Satellite pictures from',
  offlineMaps: 'Offline maps',
  noStreets: 'None',
  noStreetsNote: 'Coasts, borders and towns',
  moreMaps: 'More maps in the settings',
  hiddenMap: 'Hidden: “Map layers” on a map shows it again.',
  addMapFile: 'Add a map file…',
  streetsOnTheMap: 'Streets on the map',
  showStreets: 'Show streets from OpenFreeMap',
  notNow: 'Not now',
  noStreetsHere: 'There are no streets here yet.',
  whatOpenFreeMapLearns:
    'OpenFreeMap then learns the address of your network and which area you look at, never devices or names.',
  offlineStreets: 'Streets need the network; a map file works offline.',
  hide: 'Hide this message',
  map: 'Map',
  withAKeyOfYours: 'With a key of yours',
  onlineMap: 'Online map',
  offUntilYouChooseOne:
    'Off until you choose one. While it is on, it is shown instead of the bundled map and the offline maps; if it cannot be reached, these are shown.',
  off: 'Off',
  ownStyleAddress: 'Own style address',
  partsOfOnlineMapsThat:
    'Parts of online maps that you have seen are cached on this computer where the terms of the provider allow it: unencrypted, for as long as its server allows and up to 100 MB. They show which areas you looked at. Nothing is cached of other servers and of maps with a key.',
  clearTheCacheOfOnline: 'Clear the cache of online maps',
  onlineMapStyle: 'Online map style',
  addressOfAMaplibreStyle:
    'Address of a MapLibre style. Empty: the map inside Waypost, which needs no network. The server of an online map learns which areas are looked at.',
  changeAddressOrKey: 'Change address or key…',
  changeKey: 'Change key…',
  removeThisMap: 'Remove this map',
  removeKey: 'Remove key',
  addressOfTheServer: 'Address of the server',
  ofPicturesWithZX:
    'Of pictures, with {z}, {x} and {y}, or of a MapLibre style. Where a key belongs, write {key}.',
  keyOfTheServer: 'Key of the server',
  showWhatIsTyped: 'Show what is typed',
  storedInTheKeychainOf: 'Stored in the keychain of this computer, and sent to this server only.',
  useThisMap: 'Use this map',
};

interface TroubleWords {
  title: (name: string) => string;
  what: string;
  todo: string;
}

/** Why an online map with a key is not shown, and what to do. */
export const troubleWords: Record<KeyedMapTrouble, TroubleWords> = {
  refused: {
    title: (name) => `${name} does not accept the key`,
    what: 'It may have been revoked, or be limited to other addresses.',
    todo: 'Enter another key in the settings, or try again after you have changed it there.',
  },
  quota: {
    title: (name) => `${name} says that the quota of the key is used up`,
    what: 'Waypost requests nothing from it until you try again or restart Waypost.',
    todo: 'Wait, or change the plan with the provider.',
  },
  noKey: {
    title: (name) => `There is no key for ${name} on this computer`,
    what: 'The keychain has no key for its address.',
    todo: 'Enter the key again in the settings.',
  },
  keychainLocked: {
    title: (name) => `The key for ${name} could not be read`,
    what: 'The keychain is locked, or did not let Waypost read it. The key in it is unchanged.',
    todo: 'Unlock the keychain and try again.',
  },
  keychainMissing: {
    title: (name) => `The key for ${name} could not be read`,
    what: 'This computer has no keychain at present.',
    todo: 'Start the keychain and try again, or enter the key in the settings; it then lasts until Waypost closes.',
  },
  notAllowed: {
    title: (name) => `${name} may not be contacted`,
    what: 'You or your administrator did not allow its server. Nothing was sent to it.',
    todo: 'Choose the map again in the settings, or ask your administrator.',
  },
  unusable: {
    title: (name) => `${name} sends no map that can be drawn`,
    what: 'Its answer is not a map style, or all its tiles are on other servers.',
    todo: 'Check the address in the settings.',
  },
};

/** Where the key of a map is. */
export const keyText: Record<KeyedMapState['key'], string> = {
  none: 'No key is needed.',
  unread: 'The key is in the keychain of this computer.',
  keychain: 'The key is in the keychain of this computer.',
  memory:
    'The keychain could not store the key. It is used until Waypost closes and has to be entered again then.',
};

export const bundledMapText = 'The bundled map is shown instead.';

/** What the provider of a map learns, and where its terms are. */
export const providerMessages = {
  loading: (map: string) => `Loading “${map}”…`,
  failed: (map: string) =>
    `“${map}” could not be loaded. The maps of this computer are shown instead.`,
  incomplete: (map: string) => `Parts of “${map}” could not be loaded.`,
  keyFor: (name: string) => `Key for ${name}`,
  emptyUsesKeyOf: (name: string) =>
    `Leave it empty to use the key that you entered for ${name}. It is sent to this server only.`,
  ownServer:
    'The server learns the address of your network and which areas you look at, and nothing of your devices. Nothing of this map is cached on the disk.',
  withKey: ({ name, terms, keysAt, attribution }: KeyedMap) =>
    `${name} learns your key, the address of your network and which areas you look at, and nothing of your devices. Terms: ${terms}. Keys: ${keysAt}. Sources: ${attribution}. Nothing of this map is cached on the disk.`,
  withoutKey: ({ terms, attribution, mayStore }: MapProvider) =>
    mayStore
      ? `No key and no account are needed. The provider learns the address of your network and which areas you look at, and nothing of your devices. Terms: ${terms}. Sources: ${attribution}. Parts that you have seen are cached on this computer, as its terms allow.`
      : `No key and no account are needed. The provider learns the address of your network and which areas you look at, and nothing of your devices. Terms: ${terms}. Sources: ${attribution}. Nothing of this map is cached on the disk.`,
  cached: (bytes: number) => `${sizeText(bytes)} cached`,
};

export const demoCityName = 'Streets of the demo';
export const demoCityAttribution = 'Streets of the demo are invented';
