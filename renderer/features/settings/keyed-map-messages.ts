import type {
  KeyedMap,
  KeyedMapState,
  KeyedMapTrouble,
  MapProvider,
} from '#shared/domain/online-map';
import { sizeText } from '#lib/format';

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
