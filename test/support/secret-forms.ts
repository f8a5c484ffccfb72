/** The forms in which a secret may lie in a file or in memory. */
export function formsOf(secret: string): { form: string; bytes: Buffer }[] {
  const utf8 = Buffer.from(secret, 'utf8');
  // Base64 depends on where the secret begins in the encoded text: three readings, without the edges.
  const base64 = [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), utf8])
      .toString('base64')
      .replace(/=+$/, '');
    const inner = text.slice(offset === 0 ? 0 : offset + 1, -2);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const hex = utf8.toString('hex');
  const texts: [string, string][] = [
    ['plain', secret],
    ['JSON', JSON.stringify(secret).slice(1, -1)],
    ['URL-encoded', encodeURIComponent(secret)],
    ['hex', hex],
    ['HEX', hex.toUpperCase()],
    ...base64.map((text): [string, string] => ['base64', text]),
  ];
  return texts.flatMap(([form, text]) => [
    { form, bytes: Buffer.from(text, 'utf8') },
    { form: `${form}, UTF-16`, bytes: Buffer.from(text, 'utf16le') },
  ]);
}

/** Where a secret occurs in these bytes, by name and form; empty: nowhere. */
export function leaksIn(
  places: readonly { name: string; bytes: Buffer }[],
  secrets: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(secrets).flatMap(([what, secret]) =>
    formsOf(secret).flatMap(({ form, bytes }) =>
      places
        .filter((place) => place.bytes.includes(bytes))
        .map(({ name }) => `${what} (${form}) in ${name}`),
    ),
  );
}
