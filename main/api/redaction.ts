/** Shorter secrets are words that may occur in an answer by chance. */
const shortestInData = 8;

/** A secret that overlaps itself this often is searched for in the whole text at its end. */
const mostOverlaps = 100;

/** Removes secrets from a text that arrives in parts; the results together are the text. */
export interface Redactor {
  add(part: string): string;
  /** What was held back, because a secret may have begun there. */
  end(): string;
}

/**
 * Removes the secrets of a call from a text of the service, which may quote headers and bodies in its
 * error messages and records. Short secrets stay in data, where replacing a word would change a name.
 */
export function withoutSecrets(text: string, secrets: readonly string[], isData: boolean): string {
  return replaceForms(text, formsIn(secrets, isData));
}

/** The same in parts: a search through a list of many megabytes would be one long turn. */
export function createRedactor(secrets: readonly string[], isData: boolean): Redactor {
  const forms = formsIn(secrets, isData);
  const longest = forms[0]?.length ?? 1;
  let held = '';
  let isWhole = false;
  return {
    add: (part) => {
      held += part;
      if (isWhole) return '';
      const cut = cutOutside(forms, held, Math.max(0, held.length - longest + 1));
      isWhole = cut === null;
      const done = held.slice(0, cut ?? 0);
      held = held.slice(done.length);
      return replaceForms(done, forms);
    },
    end: () => {
      const rest = replaceForms(held, forms);
      held = '';
      return rest;
    },
  };
}

/** All forms of the secrets, the longest first: a secret may contain another. */
function formsIn(secrets: readonly string[], isData: boolean): string[] {
  return secrets
    .filter((secret) => secret.length >= (isData ? shortestInData : 1))
    .flatMap(formsOf)
    .toSorted((a, b) => b.length - a.length);
}

function replaceForms(text: string, forms: readonly string[]): string {
  return forms.reduce(
    (rest, form) => (rest.includes(form) ? rest.replaceAll(form, '…') : rest),
    text,
  );
}

/** The last place up to `cut` that lies in no secret; null after too many steps. */
function cutOutside(forms: readonly string[], text: string, cut: number): number | null {
  let at = cut;
  for (let step = 0; step < mostOverlaps; step++) {
    const starts = forms.map((form) => {
      const from = Math.max(0, at - form.length + 1);
      const found = text.slice(from, at + form.length - 1).indexOf(form);
      return found < 0 ? at : from + found;
    });
    const earliest = Math.min(at, ...starts);
    if (earliest === at) return at;
    at = earliest;
  }
  return null;
}

/** Plain, in JSON, in JSON quoted in JSON, and in a URL. */
function formsOf(secret: string): string[] {
  const once = JSON.stringify(secret).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  const inAddress = secret.isWellFormed() ? encodeURIComponent(secret) : secret;
  return [...new Set([secret, once, twice, inAddress])];
}

/** Every password in a body or a JSON Patch that is about to be sent. */
export function passwordsIn(body: unknown): string[] {
  if (Array.isArray(body)) {
    return body.flatMap((step: unknown) => {
      const { path, value } = (step ?? {}) as { path?: unknown; value?: unknown };
      const isPassword = typeof path === 'string' && path.toLowerCase() === '/password';
      return isPassword && typeof value === 'string' ? [value] : [];
    });
  }
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    name.toLowerCase() === 'password' && typeof value === 'string' ? [value] : [],
  );
}
