// Why it is so: docs/decisions/0015-redact-secrets-in-responses.md
/** Shorter secrets are words that may occur in an answer by chance. */
const shortestInData = 8;

/**
 * Removes the secrets of a call from a text of the service, which may quote headers and bodies in its
 * error messages and records. Short secrets stay in data, where replacing a word would change a name.
 */
export function withoutSecrets(text: string, secrets: readonly string[], isData: boolean): string {
  return replaceForms(text, formsIn(secrets, isData));
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

/**
 * Masks what looks like a secret in a line whose secrets are not known: tokens (JWT), bearer headers, values named as
 * secrets, Base64 with its padding and long runs of key-like characters.
 */
export function maskSecrets(line: string): string {
  return line
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
    .replaceAll(/Bearer\s+\S+/gi, 'Bearer <token>')
    .replaceAll(
      /(?<![a-z])(passw(?:or)?d|passphrase|secret|token|api[ _-]?key)("?\s{0,3}[:=]\s{0,3}"?)[^\s"',;&<]+/gi,
      '$1$2<masked>',
    )
    .replaceAll(/(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{22,}={1,2}/g, '<masked>')
    .replaceAll(/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}/g, '<masked>');
}
