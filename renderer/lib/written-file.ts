import type { Outcome } from '#shared/fault';
import type { WrittenFile } from '#shared/ipc/fields';
import { api } from './api';
import { fileName } from './file-texts';
import type { Format } from './format';
import { showFault, showToast } from './toasts';
import { texts, uiMessages } from './ui-texts';

/** Says which file was written, with buttons that show it in its folder and open it. */
export function showWritten(
  { id, file, rows }: NonNullable<WrittenFile>,
  format: Pick<Format, 'count'>,
): void {
  const name = fileName(file);
  const run = (call: (input: { id: string }) => Promise<Outcome<unknown>>) => async () => {
    const outcome = await call({ id });
    if (!outcome.ok) showFault(texts.fileNotShown, outcome.fault);
  };
  const shows = { label: texts.showInFolder, run: () => void run(api.app.showFile)() };
  const opens = { label: texts.open, run: () => void run(api.app.openFile)() };
  showToast({
    tone: 'info',
    title: rows === undefined ? uiMessages.saved(name) : uiMessages.written(rows, name, format),
    actions: /\.(pdf|png)$/i.test(name) ? [opens, shows] : [shows],
  });
}
