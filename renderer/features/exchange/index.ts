import { lazyPage } from '#lib/lazy-page';

export const ImportPage = lazyPage(async () => (await import('./import-page')).ImportPage);
