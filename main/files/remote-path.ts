/**
 * Whether a Windows path leads to another computer or past the file system: `\\\\server\\share`, with
 * either slash, `\\\\?\\`, `\\\\.\\` and `\\??\\`, or to a device such as `CON` or `COM1`. Opening such a
 * path would send the user's credentials to a server.
 */
export function isRemoteOrDevice(file: string): boolean {
  const text = file.trimStart();
  if (/^[\\/]{2}/.test(text) || /^[\\/]\?\?[\\/]/.test(text)) return true;
  const parts = text.split(/[\\/]/);
  return parts.some((part) => deviceName.test(part));
}

/** A name that is a device in any folder, whatever its extension or stream. */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[\d¹²³])\s*([.:].*)?$/i;
