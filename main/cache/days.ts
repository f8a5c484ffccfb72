import type { StoredValue } from './records';
import type { Vault } from './vault';

/**
 * Days of history: JSON about each, and its bytes. The service can send them again, so a write does not
 * wait for the disk.
 */
export interface Days {
  /**
   * The JSON about each day, without its bytes, read one at a time. Ends with an error if the copy is
   * replaced meanwhile.
   */
  entries(): Iterable<StoredValue>;
  /** null if there is none. */
  bytes(id: string): Buffer | null;
  put(id: string, about: unknown, bytes: Uint8Array): void;
  /** The same in memory only: stored by `store`, or with the next write to the copy. */
  collect(id: string, about: unknown, bytes: Uint8Array): void;
  store(): void;
  removeMany(ids: Iterable<string>): void;
}

const newLine = 0x0a;

/** The days of a cache, whose vault can be replaced. */
export function daysOf(access: {
  vault: () => Vault;
  guarded: <T>(body: () => T) => T;
  commit: () => void;
}): Days {
  const { vault, guarded, commit } = access;
  const aboutKey = (id: string) => vault().hide('history_days', id);
  const bodyKey = (id: string) => vault().hide('history_bodies', id);

  function collect(id: string, about: unknown, bytes: Uint8Array): void {
    // The id comes first: a move into another file derives the new key from it.
    const head = Buffer.from(`${JSON.stringify([id])}\n`);
    vault().stage('history_bodies', bodyKey(id), Buffer.concat([head, bytes]));
    vault().stage('history_days', aboutKey(id), Buffer.from(JSON.stringify([id, about])));
  }

  return {
    *entries() {
      const from = vault();
      for (const key of guarded(() => from.keys('history_days'))) {
        if (vault() !== from) throw new Error('The copy was replaced while it was read.');
        const plain = guarded(() => from.read('history_days', key));
        if (!plain) continue;
        const [id, value] = JSON.parse(plain.toString()) as [string, unknown];
        yield { id, value };
      }
    },
    bytes: (id) =>
      guarded(() => {
        const plain = vault().read('history_bodies', bodyKey(id));
        return plain && plain.subarray(plain.indexOf(newLine) + 1);
      }),
    put(id, about, bytes) {
      collect(id, about, bytes);
      commit();
    },
    collect,
    store: commit,
    removeMany(ids) {
      for (const id of ids) {
        vault().stage('history_bodies', bodyKey(id), null);
        vault().stage('history_days', aboutKey(id), null);
      }
      commit();
    },
  };
}
