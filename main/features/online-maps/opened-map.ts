import type { KeyedMapTrouble } from '#shared/domain/keyed-map';
import type { ServedStyle } from './style';
import type { Upstream } from './upstream';

/** A map with a key in use. */
export interface OpenedMap {
  upstream: Upstream;
  address: string;
  /** null: not read from the keychain yet. */
  key: { text: string; storedIn: 'keychain' | 'memory' | 'none' } | null;
  trouble: KeyedMapTrouble | null;
  revision: number;
  /** Refused requests in a row. */
  refusals: number;
  served: Promise<ServedStyle | null> | null;
}

/** Records why a map is not shown, unless that is known or the map is not in use any more. */
export type SetTrouble = (map: OpenedMap, trouble: KeyedMapTrouble) => void;
