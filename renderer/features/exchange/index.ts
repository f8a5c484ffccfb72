export { ExportMenu } from './export-menu';
export { ImportPage } from './import-page';
