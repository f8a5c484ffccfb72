import { useSession } from '#features/session';
import { OpenedFileNotice, useOpenedFile } from '#features/submit';
import { useRoute } from './routes';

/** Says on every page that a file waits; the submit page says it itself. */
export function OpenedFileBanner() {
  const file = useOpenedFile();
  const route = useRoute();
  const isOpen = useSession()?.phase === 'open';
  if (!file || (isOpen && route === 'submit' && !file.trouble)) return null;
  return <OpenedFileNotice file={file} waitsFor={isOpen ? 'page' : 'account'} />;
}
