import type { UpdateQuestion } from './updates';

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
