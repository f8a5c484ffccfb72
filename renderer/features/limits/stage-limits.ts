import type { Device } from '#shared/domain/device';
import { draftStore } from '#features/drafts';
import { limitsDraftOf, limitsValue, type LimitsField } from './limits-draft';

/** Stages what was typed for one device; a text that is no number stays to be corrected. */
export function stageLimits(device: Device, changes: Partial<Record<LimitsField, unknown>>): void {
  draftStore.stage(limitsDraftOf(device), changes, (base, field) =>
    limitsValue(base as Device, field as LimitsField),
  );
}
