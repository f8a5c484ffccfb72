import type { Outcome } from '#shared/fault';
import type { WrittenFile } from '#shared/ipc/fields';
import { api } from './api';
import { showFault, showToast } from './toasts';
import { currentFormat } from './use-format';

/** The name of a file without its folder. */
export const fileName = (path: string): string => path.replace(/^.*[/\\]/, '');

/** Says which file was written, with buttons that show it in its folder and open it. */
export function showWritten({ id, file, rows }: NonNullable<WrittenFile>): void {
  const { t } = currentFormat();
  const name = fileName(file);
  const run = (call: (input: { id: string }) => Promise<Outcome<unknown>>) => async () => {
    const outcome = await call({ id });
    if (!outcome.ok) showFault(currentFormat().t('ui.export.notShown'), outcome.fault);
  };
  const shows = { label: t('ui.export.showInFolder'), run: () => void run(api.app.showFile)() };
  const opens = { label: t('ui.export.open'), run: () => void run(api.app.openFile)() };
  showToast({
    tone: 'info',
    title:
      rows === undefined
        ? t('ui.export.saved', { file: name })
        : t('ui.export.written', { count: rows, file: name }),
    actions: /\.(pdf|png)$/i.test(name) ? [opens, shows] : [shows],
  });
}
