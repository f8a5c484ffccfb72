import { isJsonArray } from './json';
import { Partly, type Reader } from './read';

/** The operations of RFC 6902 that Waypost sends. */
export type PatchOperation =
  { op: 'test' | 'add' | 'replace'; path: string; value: unknown } | { op: 'remove'; path: string };

/** Tests and changes of one list, at its JSON Pointer. */
export interface MemberPatch {
  tests: PatchOperation[];
  changes: PatchOperation[];
}

/**
 * A list as the service sent it, with what was understood of each member. Members that were not
 * understood are never written or removed.
 */
export class ListMembers {
  /** For each member its text; null: empty, undefined: not understood. */
  readonly #texts: readonly (string | null | undefined)[];

  constructor(
    private readonly list: readonly unknown[],
    read: Reader<string[]>,
  ) {
    this.#texts = list.map((item) => textOf(item, read));
  }

  /** How many members were not understood. */
  unread(): number {
    return this.#texts.filter((text) => text === undefined).length;
  }

  /**
   * The whole list with these texts, each in its original form. Members that were not understood
   * keep their place, and the others their order.
   */
  with(wanted: readonly string[]): unknown[] {
    if (this.unread() === 0) return wanted.map((text) => this.#original(text));
    const missing = new Set(wanted);
    const kept = this.list.filter((_, at) => {
      const text = this.#texts[at];
      return typeof text === 'string' ? missing.delete(text) : text === undefined;
    });
    return [...kept, ...missing];
  }

  #original(text: string): unknown {
    const at = this.#texts.indexOf(text);
    return at === -1 ? text : this.list[at];
  }

  /**
   * The same by single members: removals from the end, so that the earlier positions hold, each with
   * a test of the member at its position; then additions at the end.
   */
  patch(pointer: string, wanted: readonly string[]): MemberPatch {
    const missing = new Set(wanted);
    const gone = this.#texts.flatMap((text, at) =>
      typeof text === 'string' && !missing.has(text) ? [at] : [],
    );
    for (const text of this.#texts) if (typeof text === 'string') missing.delete(text);
    return {
      tests: gone.map((at) => ({ op: 'test', path: `${pointer}/${at}`, value: this.list[at] })),
      changes: [
        ...gone.toReversed().map((at) => ({ op: 'remove', path: `${pointer}/${at}` }) as const),
        ...[...missing].map((value) => ({ op: 'add', path: `${pointer}/-`, value }) as const),
      ],
    };
  }
}

/** Whether a list or map of the service was understood at all; what is missing counts as that. */
export function isUnderstood(value: unknown, read: Reader<unknown>): boolean {
  return isJsonArray(value) || read(value) !== undefined;
}

function textOf(item: unknown, read: Reader<string[]>): string | null | undefined {
  const members = read([item]);
  if (members instanceof Partly || !isJsonArray(members)) return undefined;
  return (members[0] as string | undefined) ?? null;
}
