/** A question to the user, asked by main in a native dialog. */
export interface UpdateQuestion {
  kind: 'download' | 'install';
  version: string;
  host: string;
}

/** The text of the dialog; the first button agrees, and closing the dialog does not. */
export function updateQuestion({ kind, version, host }: UpdateQuestion) {
  const isDownload = kind === 'download';
  return {
    message: isDownload
      ? `Download Waypost ${version} from ${host}?`
      : `Install Waypost ${version} and restart?`,
    detail: isDownload
      ? 'The list of versions has a valid signature. Nothing is installed until you agree again.'
      : `It was downloaded from ${host}, and its signature and checksum are valid. Waypost closes and starts again.`,
    buttons: [isDownload ? 'Download' : 'Install', 'Not now'],
    defaultId: 1,
    cancelId: 1,
  };
}

export const messages = {
  notInstalled: (version: string, running: string) =>
    `${version} could not be installed: the installer did not start, ended with an error or was refused. You still have ${running}, and nothing is lost. Check for updates to try again.`,
  notNewer: (offered: string, running: string) =>
    `The feed offers ${offered}, which is not newer than ${running}; it was refused.`,
  downloadDamaged: (version: string) =>
    `The download of ${version} was damaged: its checksum is not the one the feed states. It was thrown away, and nothing was installed.`,
  downloadFailed: (version: string) =>
    `The download of ${version} did not succeed. Nothing was installed.`,
  fileChanged: (version: string) =>
    `The downloaded file of ${version} was changed or removed since it was verified. Nothing was installed. Check for updates to download it again.`,
  /** Why the listing of a feed was not used; `code`: the name or code of the error. */
  lookFailed: (code: string) => {
    switch (code) {
      case 'ERR_LISTING_UNSIGNED':
        return 'The list of versions in the update feed has no valid signature, so it was not used. Nothing was downloaded. Tell your administrator.';
      case 'ERR_LISTING_INVALID':
        return 'The list of versions in the update feed is damaged or for another system. Nothing was downloaded.';
      default:
        return 'The feed of updates could not be read. Nothing was changed.';
    }
  },
};

/** Version text is displayed, so only valid version characters pass. */
export function plain(version: string): string {
  return version.replaceAll(/[^\w.+-]/g, '').slice(0, 40);
}

export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

export function isDamage(error: unknown): boolean {
  return (
    error instanceof Error &&
    /checksum mismatch|ERR_CHECKSUM_MISMATCH/.test(`${error.message} ${nameOf(error)}`)
  );
}
