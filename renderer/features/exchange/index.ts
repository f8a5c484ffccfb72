import { lazyPage } from '#lib/lazy-page';

export { ExportItems, ExportMenu, useTableExport } from './export-menu';

export const ImportPage = lazyPage(async () => (await import('./import-page')).ImportPage);
