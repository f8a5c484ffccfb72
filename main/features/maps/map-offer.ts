import fs from 'node:fs';
import path from 'node:path';
import type { MapFileFacts, MapFileOffer, MapFileRefusal } from '#shared/domain/map-file';
import { shownName } from './map-text';
import { copyMap, inspectMap, type After } from './map-runs';
import type { StartMapProcess } from './messages';

/** A file that is being read, copied or refused, before it is on the list. */
export interface MapOffering {
  current(): MapFileOffer | null;
  /** Reads a file and offers it; replaces the offer before. */
  consider(file: string): Promise<void>;
  /** The offer if its file was read: where the file is, and what it is; else null. */
  readable(id: string): ReadableOffer | null;
  /** The file is on the list. */
  added(): void;
  /** Copies a file into the folder, with its progress as the offer; null: it was not copied. */
  copy(offer: ReadableOffer): Promise<CopiedMap | null>;
  dismiss(id: string): void;
  close(): void;
}

export interface ReadableOffer {
  id: string;
  name: string;
  path: string;
  container: MapFileFacts['container'];
}

export interface CopiedMap {
  /** Its name in the folder. */
  file: string;
  path: string;
}

export interface MapOfferingOptions {
  start: StartMapProcess;
  after: After;
  /** The folder of copies. */
  folder: string;
  newId: () => string;
  /** Why a file is refused before it is read; null: it is read. */
  refusalOf: (file: string) => MapFileRefusal | null;
  onOffer: (offer: MapFileOffer | null) => void;
}

type Considered = { id: string; path: string; offer: MapFileOffer; cancel: () => void };

export function createMapOffering(options: MapOfferingOptions): MapOffering {
  const { folder, refusalOf } = options;
  let considered: Considered | null = null;

  function show(next: Considered | null): void {
    considered = next;
    options.onOffer(next?.offer ?? null);
  }

  /** Shows the next state of the offer unless it was dismissed or replaced. */
  function advance(mine: Considered, offer: MapFileOffer): boolean {
    if (considered?.id !== mine.id) return false;
    show({ ...considered, offer });
    return true;
  }

  async function consider(file: string): Promise<void> {
    considered?.cancel();
    const about = { id: options.newId(), name: shownName(file) };
    const early = refusalOf(file);
    if (early !== null) {
      const offer = { ...about, state: 'refused' as const, reason: early, detail: '' };
      return show({ id: about.id, path: file, offer, cancel: () => {} });
    }
    const run = inspectMap(options.start, file, options.after);
    const mine: Considered = {
      id: about.id,
      path: file,
      offer: { ...about, state: 'reading' },
      cancel: run.cancel,
    };
    show(mine);
    const found = await run.result;
    advance(
      mine,
      found.ok
        ? { ...about, state: 'readable', facts: found.facts, freeBytes: freeBytesAt(folder) }
        : { ...about, state: 'refused', reason: found.reason, detail: found.detail },
    );
  }

  return {
    current: () => considered?.offer ?? null,
    consider,
    readable: (id) => {
      if (considered?.id !== id || considered.offer.state !== 'readable') return null;
      const { name, facts } = considered.offer;
      return { id, name, path: considered.path, container: facts.container };
    },
    copy: async ({ id, name, path: from, container }) => {
      if (considered?.id !== id) return null;
      const mine = considered;
      const file = `${id}.${container}`;
      const to = path.join(folder, file);
      fs.mkdirSync(folder, { recursive: true });
      const onShare = (share: number) => advance(mine, { id, name, state: 'copying', share });
      const run = copyMap(options.start, { from, to }, onShare);
      considered = { ...mine, cancel: run.cancel };
      onShare(0);
      const result = await run.result;
      // A process that was ended leaves its part behind.
      fs.rmSync(`${to}.part`, { force: true });
      if (result === 'cancelled') return null;
      if (result !== 'copied') {
        advance(mine, { id, name, state: 'notCopied', reason: result });
        return null;
      }
      if (considered?.id === id) {
        show(null);
        return { file, path: to };
      }
      fs.rmSync(to, { force: true });
      return null;
    },
    added: () => show(null),
    dismiss: (id) => {
      if (considered?.id !== id) return;
      considered.cancel();
      show(null);
    },
    close: () => considered?.cancel(),
  };
}

/** Free bytes of the disk of a folder that may not be there yet. */
function freeBytesAt(folder: string): number | null {
  try {
    const { bavail, bsize } = fs.statfsSync(path.dirname(folder));
    return bavail * bsize;
  } catch {
    return null;
  }
}
