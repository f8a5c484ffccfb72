export { FieldMappingBanner, FieldMappingSetting } from './field-mapping-notice';
export { fieldMappingMirror } from './store';
