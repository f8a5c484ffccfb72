import { z } from 'zod';
import { storedFileProblemSchema } from '../domain/stored-file';
import { call, event } from './define';
import { id, nothing } from './fields';

const problems = z.array(storedFileProblemSchema);

/** Files of the profile that could not be read or written. */
export const storedFiles = {
  problems: call(nothing, problems),
  dismiss: call(z.object({ id }), nothing),
  changed: event(problems),
};
