import { z } from 'zod';
import { viewStateSchema } from '../domain/view-state';
import { call } from './define';
import { nothing } from './fields';

/** What an account had on screen, restored when it is opened again. */
export const viewState = {
  /** Of the open account; null: nothing is stored. */
  read: call(nothing, viewStateSchema.nullable()),
  /** `account` is the id of its profile; `declined` if another one is open by now. */
  keep: call(z.object({ account: z.string().max(100), state: viewStateSchema }), nothing),
};
