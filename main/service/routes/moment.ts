import { z } from 'zod';
import { readMoment } from '../rules/calendar';

const form = 'must be an ISO 8601 date and time that exists, such as 2030-01-15T06:00:00Z';

/** The one reader of moments in bodies, as epoch milliseconds; `missing` is the error for no text. */
export const moment = (missing = form) =>
  z.string(missing).transform((text, refinement) => {
    const at = readMoment(text);
    if (at !== null) return at;
    refinement.addIssue(form);
    return z.NEVER;
  });
