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

/** The documents that `DOMParser` creates run nothing; MapLibre cleans attributions in one. */
const inertSink = 'DOMParser parseFromString';

/**
 * HTML that the window may add: none with an element in it. Mantine writes its style sheets as HTML
 * text, which has no `<`.
 */
export const mayBeHtml = (text: string, sink: string): boolean =>
  sink === inertSink || !text.includes('<');

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
