import { message, type Message, type Translate } from '#shared/i18n/translate';

/** A question to the user, asked by main in a native dialog. */
export interface UpdateQuestion {
  kind: 'download' | 'install';
  version: string;
  host: string;
}

/** The text of the dialog; the first button agrees, and closing the dialog does not. */
export function updateQuestion({ kind, version, host }: UpdateQuestion, t: Translate) {
  const text =
    kind === 'download'
      ? {
          message: t('desktop.updates.download.question', { version, host }),
          detail: t('desktop.updates.download.detail'),
        }
      : {
          message: t('desktop.updates.install.question', { version }),
          detail: t('desktop.updates.install.detail', { host }),
        };
  const buttons = [t(`desktop.updates.${kind}.agree`), t('desktop.updates.notNow')];
  return { ...text, buttons, defaultId: 1, cancelId: 1 };
}

/** Why the listing of a feed was not used; `code`: the name or code of the error. */
export function lookFailed(code: string): Message {
  switch (code) {
    case 'ERR_LISTING_UNSIGNED':
      return message('desktop.updates.unsigned');
    case 'ERR_LISTING_INVALID':
      return message('desktop.updates.damaged');
    default:
      return message('desktop.updates.unreadable');
  }
}

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
