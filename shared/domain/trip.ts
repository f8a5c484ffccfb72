import { z } from 'zod';

/** The thresholds for trips and stops; each is shown beside its result. */
export const tripRulesSchema = z.object({
  /** Standing this long ends a trip. */
  stopMinutes: z.number().min(0.5).max(240),
  /** A vehicle within this distance has not moved: GPS noise and drift. */
  stopRadiusMetres: z.number().min(10).max(2_000),
  /** A shorter trip is ignored. */
  minTripMetres: z.number().min(0).max(20_000),
  minTripMinutes: z.number().min(0).max(120),
  /** No fix for this long is a gap. */
  gapMinutes: z.number().min(1).max(1_440),
  /** A higher speed between two fixes is a jump. */
  jumpKmh: z.number().min(50).max(2_000),
});
export type TripRules = z.infer<typeof tripRulesSchema>;

export const defaultTripRules: TripRules = {
  stopMinutes: 5,
  stopRadiusMetres: 100,
  minTripMetres: 300,
  minTripMinutes: 1,
  gapMinutes: 15,
  jumpKmh: 300,
};
