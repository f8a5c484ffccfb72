import { z } from 'zod';
import { deviceSchema, longestNote, noteSchema } from '../domain/device';
import { fixSchema, lastPositionSchema, otherAnswerSchema } from '../domain/fix';
import { snoozeSchema } from '../domain/alert-rules';
import { call, event } from './define';
import { id, ids, nothing } from './fields';
import { kindChoiceSchema } from '../domain/vehicle-kind';
import { savedViewSchema, viewStateSchema } from '../domain/view-state';

/**
 * Everything known about one device: the record, its last report and position, and what the service
 * sent.
 */
const deviceDetailsSchema = z.object({
  device: deviceSchema,
  /** The last report, with or without a position. */
  fix: fixSchema.nullable(),
  position: lastPositionSchema.nullable(),
  /** Time of the first report without a position since then; null while reports have one. */
  noPositionSince: z.number().nullable(),
  /** The last answer, if it is not the last report. */
  otherAnswer: otherAnswerSchema.nullable(),
  /** When the service last answered about its location. */
  checkedAt: z.number().nullable(),
  /** About when it is asked next; null or absent: that is not planned at present. */
  nextCheckAt: z.number().nullable().optional(),
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Why the device may be in other groups too; null: these are all. */
  groupGap: z.enum(['list', 'members']).nullable().default(null),
  /** The JSON as received, without secrets. */
  rawDevice: z.string(),
  rawFix: z.string().nullable(),
  rawOtherAnswer: z.string().nullable(),
});
export type DeviceDetails = z.infer<typeof deviceDetailsSchema>;

/** The most devices in view that count; with more on screen none matters more than the others. */
export const mostInView = 500;
/** The same for the devices of a filtered table. */
export const mostInTable = 2_000;

export const fleet = {
  /** Requests a new MessagePort; it arrives as a window message "waypost:fleet-port". */
  openPort: call(nothing, nothing),
  /** Refreshes now: list, groups, users and, within the budget, every last location. */
  refresh: call(nothing, nothing),
  /** The user chose that in the menu of the application: the window asks first if it takes long. */
  refreshAsked: event(nothing),
  /**
   * Requests the last locations of some devices, as the budget allows, and returns how many were received.
   * Rejects with the fault that ended it, such as a lost connection; what was received before is kept.
   */
  refreshMany: call(z.object({ ids }), z.object({ refreshed: z.number(), failed: z.number() })),
  /**
   * Requests the record and the last location of one device now, as the budget allows, and returns its
   * new details. `notFound`: the service no longer has the device.
   */
  refreshDevice: call(z.object({ id }), deviceDetailsSchema),
  /** The devices that the user sees, which are requested more often than the others. */
  prioritise: call(
    z.object({
      selected: id.nullable(),
      /** On the map or in the visible rows of the table. */
      inView: z.array(id).max(mostInView),
      /** In the table with the present filter; empty without a filter. */
      inTable: z.array(id).max(mostInTable),
    }),
    nothing,
  ),
  details: call(z.object({ id }), deviceDetailsSchema),
};

const views = z.array(savedViewSchema);

/** The saved views of the fleet page of this account; every call returns all of them. */
export const savedViews = {
  list: call(nothing, views),
  /** Adds a view, or replaces the one with its id. */
  save: call(savedViewSchema, views),
  remove: call(z.object({ id: z.string().min(1).max(100) }), views),
  changed: event(views),
};

/** What an account had on screen, restored when it is opened again. */
export const viewState = {
  /** Of the open account; null: nothing is stored. */
  read: call(nothing, viewStateSchema.nullable()),
  /** `account` is the id of its profile; `declined` if another one is open by now. */
  keep: call(z.object({ account: z.string().max(100), state: viewStateSchema }), nothing),
};

const noteChangeSchema = z.object({ deviceId: id, note: noteSchema.nullable() });
export type NoteChange = z.infer<typeof noteChangeSchema>;

/** Notes on devices, on this computer only. */
export const notes = {
  all: call(nothing, z.array(noteSchema)),
  /** Stores a note and removes its draft; an empty text deletes the note. */
  put: call(z.object({ deviceId: id, text: z.string().max(longestNote) }), noteSchema.nullable()),
  /** Another window stored a note, or deleted it. */
  changed: event(noteChangeSchema),
};

/** Devices whose silence needs no attention for now, on this computer only; every call returns all of them. */
export const snoozes = {
  all: call(nothing, z.array(snoozeSchema)),
  change: call(
    z.object({ begun: z.array(snoozeSchema).max(200_000), ended: ids }),
    z.array(snoozeSchema),
  ),
  /** A window changed them, or some ended because their devices reported. */
  changed: event(z.array(snoozeSchema)),
};

const kindChoices = z.array(kindChoiceSchema).max(200_000);

/** The vehicle kinds that the user chose for devices, on this computer only. */
export const vehicleKinds = {
  all: call(nothing, kindChoices),
  /** Stores choices, and returns what was chosen for these devices before. */
  choose: call(z.object({ choices: kindChoices }), kindChoices),
  /** Another window stored choices. */
  changed: event(kindChoices),
};
