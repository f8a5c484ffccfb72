import { z } from 'zod';
import { isTimeZone } from '#shared/domain/calendar';
import { licencesSchema } from '#shared/domain/limit';
import { capabilitiesSchema } from '#shared/domain/session';
import { unknownFacts, type AccountFacts } from './account-options';

/** What is kept of an account beside its lists. */
export interface StoredAccount {
  facts: AccountFacts;
  /** The calls of a day, by this computer's calendar. */
  calls: { day: string; calls: number } | null;
  /** When the service answered last, epoch milliseconds. */
  answeredAt: number | null;
}

/** Each part by itself falls back to "unknown": another version may have kept it otherwise. */
const storedSchema = z.object({
  facts: z
    .object({
      capabilities: capabilitiesSchema.catch(unknownFacts.capabilities),
      licences: licencesSchema.nullable().catch(null),
      accountTimeZone: z.string().refine(isTimeZone).nullable().catch(null),
      callsPerMinute: z.number().min(1).nullable().catch(null),
    })
    .catch(unknownFacts),
  calls: z.object({ day: z.string(), calls: z.number().nonnegative() }).nullable().catch(null),
  answeredAt: z.number().nullable().catch(null),
});

/** Reads it back, whoever wrote it. */
export function readStoredAccount(value: unknown): StoredAccount {
  const read = storedSchema.safeParse(value);
  return read.success ? read.data : { facts: unknownFacts, calls: null, answeredAt: null };
}
