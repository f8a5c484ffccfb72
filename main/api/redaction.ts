/** Shorter ones are words that an answer may hold by chance. */
const shortestInData = 8;

/**
 * A text of the service without the secrets that were sent with the call: a careless service quotes
 * headers and bodies, in its refusals and in its records. In data, where a word changed by chance
 * would be a wrong name on the screen, short secrets are left alone.
 */
export function withoutSecrets(text: string, secrets: readonly string[], isData: boolean): string {
  const forms = secrets
    .filter((secret) => secret.length >= (isData ? shortestInData : 1))
    .flatMap(formsOf)
    .toSorted((a, b) => b.length - a.length);
  return forms.reduce(
    (rest, form) => (rest.includes(form) ? rest.replaceAll(form, '…') : rest),
    text,
  );
}

/** As it is, inside JSON, inside JSON that is quoted in JSON, and in an address. */
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
