import { z } from 'zod';
import { mostReportedDevices, reportFormats } from '../domain/history';
import { call } from './define';
import { id, writtenFileSchema } from './fields';

/** Daily reports from cached history. Progress and cancelling are those of `history`. */
export const reports = {
  /** Asks for a file and writes the report of one day; null if cancelled. */
  write: call(
    z.object({
      deviceIds: z.array(id).min(1).max(mostReportedDevices),
      /** YYYY-MM-DD in this zone. */
      day: z.iso.date(),
      timeZone: z.string().max(100),
      format: z.enum(reportFormats),
    }),
    writtenFileSchema,
  ),
};
