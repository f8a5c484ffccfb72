/** What a caller may make the service do with one request, so that a small body costs little work. */

/** The largest body of a call, in bytes: a group or a list of submissions with many records. */
export const largestBody = 8 * 1024 * 1024;
/** The largest body of an exchange of the key, which anybody may send. */
export const largestTokenBody = 64 * 1024;
/** How deep a JSON body may be nested; records are nested three deep. */
export const deepestBody = 64;
/** Operations of one JSON Patch. */
export const mostOperations = 1_000;
/** What `copy` and `move` of one JSON Patch may copy, as characters of JSON. */
export const mostCopied = 1_000_000;

/** Whether a JSON text is nested deeper than `deepestBody`, which parsers and validators recurse into. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i];
    if (isInString) {
      if (char === '\\') i += 1;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === '[' || char === '{') {
      depth += 1;
      if (depth > deepestBody) return true;
    } else if (char === ']' || char === '}') depth -= 1;
  }
  return false;
}
