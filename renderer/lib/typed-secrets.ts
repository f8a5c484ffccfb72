/**
 * Stands for a typed secret in a draft and in React's state. React keeps what it rendered before until it
 * renders again, so the text itself must not be there.
 */
export class TypedSecret {
  readonly secretId: number;

  constructor(secretId: number) {
    this.secretId = secretId;
  }
}

// A class, because tags are objects too, with any names.
const isTypedSecret = (value: unknown) => value instanceof TypedSecret;

/** Texts of secrets that were typed and not sent yet; they are in one place, which is emptied. */
export function createTypedSecrets() {
  const texts = new Map<number, string>();
  let lastId = 0;
  const read = (value: unknown) =>
    isTypedSecret(value) ? (texts.get(value.secretId) ?? null) : null;
  return {
    hold(text: string): TypedSecret {
      lastId += 1;
      texts.set(lastId, text);
      return new TypedSecret(lastId);
    },
    /** The text of a secret; null if it was removed or nothing was typed. */
    read,
    /** An edit with the texts of its secrets, right before it is sent; without those that were removed. */
    reveal<E extends object>(edit: E): E {
      const fields = Object.entries(edit).flatMap(([name, value]: [string, unknown]) => {
        if (!isTypedSecret(value)) return [[name, value] as const];
        const text = read(value);
        return text === null ? [] : [[name, text] as const];
      });
      return Object.fromEntries(fields) as E;
    },
    /** Removes the texts that none of these edits refers to: saved, discarded or typed over. */
    keepOnly(edits: Iterable<object>): void {
      const kept = new Set<number>();
      for (const edit of edits) {
        for (const value of Object.values(edit)) if (isTypedSecret(value)) kept.add(value.secretId);
      }
      for (const id of texts.keys()) if (!kept.has(id)) texts.delete(id);
    },
  };
}

export const typedSecrets = createTypedSecrets();
