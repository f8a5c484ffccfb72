import { isSafeUrl } from '#shared/domain/address';
import type { KeyedMapTrouble, OnlineMapId } from '#shared/domain/online-map';
import { fail } from '#shared/fault';
import { pictureStyle, rewriteStyle, type ServedStyle } from './served-style';
import { requestFor, withoutKey, type Upstream } from './upstream';
import { message } from '#shared/i18n/translate';

interface ServerAnswer {
  status: number;
  type: string;
  bytes: Uint8Array;
}

export interface MapNetwork {
  /** An answer of a map server; null: none came, or it was too long. */
  read: (url: string, headers: Record<string, string>) => Promise<ServerAnswer | null>;
  /** The origins that the style at `own` may use, of those that it names; may ask the user. */
  allowedOf: (own: string, named: readonly string[]) => Promise<readonly string[]>;
}

/** Servers refuse single tiles too, outside their area for example. */
const refusalsInARow = 3;

/** A map in use, and the requests to its server with its key. */
export class OnlineMap {
  /** Why it is not shown; nothing is requested meanwhile. */
  trouble: KeyedMapTrouble | null = null;
  #refusals = 0;
  #style: Promise<ServedStyle | null> | null = null;

  constructor(
    readonly id: OnlineMapId,
    readonly upstream: Upstream,
    /** That of an own server or of a style; empty for the others. */
    readonly address: string,
    /** null: not read from the keychain yet. */
    public key: { text: string; storedIn: 'keychain' | 'memory' | 'none' } | null,
    readonly revision: number,
    private readonly network: MapNetwork,
    private readonly onTrouble: () => void,
  ) {}

  setTrouble(trouble: KeyedMapTrouble): void {
    // The map of a style address is on no list, which could say so.
    if (this.trouble === trouble || this.id === 'style') return;
    this.trouble = trouble;
    this.#style = null;
    this.onTrouble();
  }

  /** The style, read once; again after it could not be read. */
  async style(): Promise<ServedStyle | null> {
    this.#style ??= this.#readStyle();
    const mine = this.#style;
    const style = await mine;
    if (!style && this.#style === mine) this.#style = null;
    return style;
  }

  /** A tile, font or sprite; null if no answer came. */
  async part(address: string): Promise<ServerAnswer | null> {
    const found = await this.#read(address);
    if (found) {
      const trouble = troubleOf(found.status);
      this.#refusals = trouble ? this.#refusals + 1 : 0;
      if (trouble && this.#refusals >= refusalsInARow) this.setTrouble(trouble);
    }
    return found;
  }

  /**
   * Tries the key before it is stored. Fails with words if the server refuses it or sends no map; returns what is
   * wrong for now, such as a used-up quota.
   */
  async check(): Promise<KeyedMapTrouble | null> {
    const { name, address, pictures } = this.upstream;
    const first = address.replace('{z}', '0').replace('{x}', '0').replace('{y}', '0');
    const found = await this.#read(first);
    // Without a network the key is checked when the map is loaded.
    if (!found) return null;
    const { status } = found;
    const trouble = troubleOf(status);
    if (trouble === 'refused') {
      fail({
        kind: 'declined',
        reason: 'state',
        message: message('faults.main.mapKeyRefused', { map: name, status: String(status) }),
      });
    }
    const isStyle = status === 200 && this.jsonOf(found.bytes) !== null;
    if (!trouble && !pictures && !isStyle) {
      fail({
        kind: 'declined',
        reason: 'state',
        message: message('faults.main.mapNoStyle', { map: name, status: String(status) }),
      });
    }
    return trouble;
  }

  /** A parsed answer without the key; null: it is not JSON. Parsing undoes the escapes of JSON. */
  jsonOf(bytes: Uint8Array): unknown {
    try {
      return withoutKey(JSON.parse(Buffer.from(bytes).toString('utf8')), this.key?.text ?? '');
    } catch {
      return null;
    }
  }

  async #read(address: string): Promise<ServerAnswer | null> {
    const request = requestFor(this.upstream, address, this.key?.text ?? '');
    return request && this.network.read(request.url, request.headers);
  }

  async #readStyle(): Promise<ServedStyle | null> {
    const { id, upstream } = this;
    if (upstream.pictures) return pictureStyle(id, upstream);
    const value = await this.#readJson(upstream.address);
    if (value === null) return null;
    const style = await rewriteStyle(value, id, upstream, {
      readJson: (address) => this.#readJson(address),
      allow: (addresses) => this.#allow(addresses),
    });
    if (!style && this.trouble === null) this.setTrouble('unusable');
    return style;
  }

  async #readJson(address: string): Promise<unknown> {
    const answer = await this.#read(address);
    if (!answer) return null;
    const trouble = troubleOf(answer.status);
    if (trouble) this.setTrouble(trouble);
    return answer.status === 200 ? this.jsonOf(answer.bytes) : null;
  }

  /** The origins of these addresses that may be contacted; may ask the user. */
  async #allow(addresses: readonly string[]): Promise<ReadonlySet<string>> {
    const { origin, usesOtherServers } = this.upstream;
    const named = addresses.flatMap((each) => {
      const url = URL.parse(each);
      return url && isSafeUrl(url) && url.origin !== origin ? url.origin : [];
    });
    if (!usesOtherServers || named.length === 0) return new Set([origin]);
    return new Set([origin, ...(await this.network.allowedOf(origin, [...new Set(named)]))]);
  }
}

const troubleOf = (status: number): KeyedMapTrouble | null =>
  status === 401 || status === 403 ? 'refused' : status === 429 ? 'quota' : null;
