// Imported before everything that adds HTML or starts workers.

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: {
      createHTML: (text: string, type: string, sink: string) => string | null;
      createScriptURL: (text: string) => string | null;
    },
  ): unknown;
}

/** A link in the attribution of the bundled map. Those of other maps arrive as text. */
const link = /<a href="https:\/\/[^"<>]*" target="_blank" rel="noopener">[^<]*<\/a>/g;

/**
 * HTML that the window may add: none with an element in it, but links in attributions, which MapLibre
 * parses. Mantine writes its style sheets as HTML text, which has no `<`.
 */
export const mayBeHtml = (text: string, sink: string): boolean =>
  !(sink === 'DOMParser parseFromString' ? text.replaceAll(link, '') : text).includes('<');

/** Scripts of workers come from the bundle. */
export const mayBeScript = (address: string, base: string): boolean => {
  const url = URL.parse(address, base);
  const own = new URL('./', base);
  return url?.protocol === own.protocol && url.host === own.host;
};

/**
 * The one policy that the Content-Security-Policy allows. Where it answers null, the browser refuses
 * the text, so that HTML from outside cannot become elements.
 */
export function installTrustedTypes(types: TrustedTypes | undefined, base: string): void {
  types?.createPolicy('default', {
    createHTML: (text, _type, sink) => (mayBeHtml(text, sink) ? text : null),
    createScriptURL: (address) => (mayBeScript(address, base) ? address : null),
  });
}

if ('trustedTypes' in globalThis) {
  installTrustedTypes(
    (globalThis as unknown as { trustedTypes: TrustedTypes }).trustedTypes,
    window.location.href,
  );
}
