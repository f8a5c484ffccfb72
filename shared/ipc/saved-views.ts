import { z } from 'zod';
import { savedViewSchema } from '../domain/view-state';
import { call } from './define';
import { nothing } from './fields';

const views = z.array(savedViewSchema);

/** The saved views of the fleet page of this account; every call returns all of them. */
export const savedViews = {
  list: call(nothing, views),
  /** Adds a view, or replaces the one with its id. */
  save: call(savedViewSchema, views),
  remove: call(z.object({ id: z.string().min(1).max(100) }), views),
};
