import { lazyPage } from '#lib/lazy-page';

export { journalMirror } from './store';

export const JournalPage = lazyPage(async () => (await import('./journal-page')).JournalPage);
