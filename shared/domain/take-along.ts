import { z } from 'zod';
import { noteSchema } from './device';
import { fieldMappingsSchema } from './field-mapping';
import { keyedMapIds, setUpMapSchema } from './online-map';
import { mostPlaceRules, placeRuleSchema } from './place-rules';
import { mostPlaces, placeSchema } from './places';
import { settingsChangeSchema, type Settings } from './settings';
import { snoozeSchema } from './alert-rules';
import { kindChoiceSchema } from './vehicle-kind';
import { mostSavedViews, savedViewSchema } from './view-state';

// What somebody takes along to another computer: one file, without a secret and without a record of the service.

/** The version of the file that this Waypost writes. */
export const takeAlongVersion = 1;

/** Columns of the fleet's table as the window stores them. */
export const storedColumnsSchema = z.string().max(20_000);

const acknowledgementSchema = z.object({
  id: z.string().min(1).max(1_000),
  at: z.number(),
  note: z.string().max(10_000),
});
export type Acknowledgement = z.infer<typeof acknowledgementSchema>;

const most = 200_000;

export const takeAlongSchema = z.object({
  version: z.literal(takeAlongVersion),
  account: z.object({ address: z.string().max(2048), userName: z.string().max(2048) }),
  settings: settingsChangeSchema,
  columns: storedColumnsSchema.nullable(),
  savedViews: z.array(savedViewSchema).max(mostSavedViews),
  notes: z.array(noteSchema).max(most),
  acknowledgements: z.array(acknowledgementSchema).max(most),
  snoozes: z.array(snoozeSchema).max(most),
  vehicleKinds: z.array(kindChoiceSchema).max(most),
  places: z.array(placeSchema).max(mostPlaces),
  placeRules: z.array(placeRuleSchema).max(mostPlaceRules),
  fieldMapping: fieldMappingsSchema,
  maps: z.array(setUpMapSchema).max(keyedMapIds.length),
});
export type TakeAlong = z.infer<typeof takeAlongSchema>;

/** The kinds of what is in the file, in the order in which they are shown and taken over. */
export const takeAlongParts = [
  'settings',
  'columns',
  'savedViews',
  'notes',
  'acknowledgements',
  'snoozes',
  'vehicleKinds',
  'places',
  'placeRules',
  'fieldMapping',
  'maps',
] as const;
export type TakeAlongPart = (typeof takeAlongParts)[number];

/** Settings that stay on their computer: what was decided on it, and an address that may contain a key. */
export function portableSettings(settings: Settings): Partial<Settings> {
  const { hiddenMaps: _maps, streetsDeclined: _declined, tourEnded: _tour, ...rest } = settings;
  const { mapStyleUrl, ...others } = rest;
  const isPlain = !/[?#@]/.test(mapStyleUrl);
  return isPlain ? rest : others;
}

/** What a file changes of one kind. */
export const takeAlongChangeSchema = z.object({
  part: z.enum(takeAlongParts),
  added: z.number(),
  changed: z.number(),
  same: z.number(),
});
export type TakeAlongChange = z.infer<typeof takeAlongChangeSchema>;
