import { useSession } from '#features/session';
import { GivenFileNotice, useGivenFile } from '#features/submit';
import { useRoute } from './routes';

/** Says wherever the person is that a file waits; the page for submitting says it itself. */
export function GivenFileBanner() {
  const given = useGivenFile();
  const route = useRoute();
  const isOpen = useSession()?.phase === 'open';
  if (!given || (isOpen && route === 'submit' && !given.trouble)) return null;
  return <GivenFileNotice given={given} waitsFor={isOpen ? 'page' : 'account'} />;
}
