import { fieldMappingsSchema, fieldMappingStateSchema } from '../domain/field-mapping';
import { call, event } from './define';
import { nothing, writtenFileSchema } from './fields';

/** Reading known values from members that the interface does not name. */
export const fieldMapping = {
  current: call(nothing, fieldMappingStateSchema),
  /** Stores the mapping with the account and requests everything again; empty: resets it. */
  set: call(fieldMappingsSchema, nothing),
  /** Opens a file dialog and writes the stored mapping as JSON. */
  exportFile: call(nothing, writtenFileSchema),
  changed: event(fieldMappingStateSchema),
};
