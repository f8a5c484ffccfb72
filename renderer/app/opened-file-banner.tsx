import { useSession } from '#features/session';
import { OpenedFileNotice, useOpenedFile } from '#features/submit';
import { useRoute } from './routes';

/** Says wherever the person is that a file waits; the page for submitting says it itself. */
export function OpenedFileBanner() {
  const given = useOpenedFile();
  const route = useRoute();
  const isOpen = useSession()?.phase === 'open';
  if (!given || (isOpen && route === 'submit' && !given.trouble)) return null;
  return <OpenedFileNotice given={given} waitsFor={isOpen ? 'page' : 'account'} />;
}
