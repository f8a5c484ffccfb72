import { settingsChangeSchema, settingsSchema } from '../domain/settings';
import { call, event } from './define';
import { nothing } from './fields';

export const settings = {
  current: call(nothing, settingsSchema),
  change: call(settingsChangeSchema, settingsSchema),
  changed: event(settingsSchema),
};
