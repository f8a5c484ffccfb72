import { lazyPage } from '#lib/lazy-page';

export { openVisits } from './visits-store';

export const VisitsPage = lazyPage(async () => (await import('./visits-page')).VisitsPage);
