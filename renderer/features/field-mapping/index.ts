export { FieldMappingSetting, useFieldMappingNotices } from './field-mapping-notice';
export { fieldMappingMirror } from './store';
