export { FieldMappingSetting, useFieldMappingNotices } from './field-mapping';
