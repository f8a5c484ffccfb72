export { fieldMappingMirror, FieldMappingSetting, useFieldMappingNotices } from './field-mapping';
