import { z } from 'zod';
import { deviceSchema } from '../domain/device';
import { fixSchema } from '../domain/fix';
import { groupSchema } from '../domain/group';
import { profileSchema, readingChoiceSchema, sessionSchema, statusSchema } from '../domain/session';
import { settingsChangeSchema, settingsSchema } from '../domain/settings';
import { userSchema } from '../domain/user';
import { call, event, type Client } from './define';
import { desktop } from './desktop';
import { history } from './history';
import { manage } from './records';

const nothing = z.undefined();
const id = z.string().min(1).max(512);
const shortText = z.string().max(2048);

/** A list with its age: what the screen shows and what it may claim about it. */
const aged = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    /** When the service last sent this list; null: never. */
    asOf: z.number().nullable(),
    /** Records that could not be read and were kept aside. */
    setAside: z.number(),
  });

const groupList = aged(groupSchema);
const userList = aged(userSchema);

/** Everything known about one device: the record, its last fix and both as the service sent them. */
export const deviceDetailsSchema = z.object({
  device: deviceSchema,
  fix: fixSchema.nullable(),
  checkedAt: z.number().nullable(),
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The JSON as it came, without secrets. */
  rawDevice: z.string(),
  rawFix: z.string().nullable(),
});
export type DeviceDetails = z.infer<typeof deviceDetailsSchema>;

/** THE contract between the window and main. Adding a line here asks for a handler in main. */
export const contract = {
  ...desktop,
  app: {
    info: call(
      nothing,
      z.object({
        version: z.string(),
        platform: z.enum(['aix', 'darwin', 'linux', 'win32', 'other']),
        userDataFolder: z.string(),
        keychainName: z.string(),
        /** Service address that an administrator preset; null: none. */
        presetAddress: z.string().nullable(),
      }),
    ),
    copyText: call(z.object({ text: z.string().max(1_000_000) }), nothing),
    /** The window drew the whole fleet for the first time; times are epoch milliseconds. */
    fleetDrawn: call(
      z.object({
        devices: z.number(),
        shellAt: z.number(),
        fleetReceivedAt: z.number(),
        drawnAt: z.number(),
      }),
      nothing,
    ),
    /** Opens a position in the person's browser, on a public map. */
    openInBrowserMap: call(
      z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
      nothing,
    ),
  },
  session: {
    current: call(nothing, sessionSchema),
    /** Asks the service for a token; keeps the key only when it was accepted. */
    connect: call(
      z.object({ address: shortText, userName: shortText, apiKey: shortText }),
      profileSchema,
    ),
    useDemo: call(nothing, profileSchema),
    /** Another account of this computer, with the key and the copy that are kept of it. */
    openKnown: call(z.object({ id }), nothing),
    /** Deletes the key and the offline copy of an account, which need not be on screen. */
    forget: call(z.object({ id }), nothing),
    /** A new key for the account on screen, after the service refused the old one. */
    replaceKey: call(z.object({ apiKey: shortText }), nothing),
    /** Where no keychain is: keeps the offline copy under a passphrase. */
    setPassphrase: call(z.object({ passphrase: z.string().min(8).max(1024) }), nothing),
    /** Opens an offline copy that was kept under a passphrase. */
    unlock: call(z.object({ passphrase: z.string().max(1024) }), nothing),
    /** Leaves the account; with `forget`, its key and its offline copy are deleted too. */
    disconnect: call(z.object({ forget: z.boolean() }), nothing),
    /** How the calls of the account on screen are read; names it, so that no other one gets it. */
    setReading: call(z.object({ id, reading: readingChoiceSchema }), nothing),
    changed: event(sessionSchema),
  },
  status: {
    current: call(nothing, statusSchema),
    changed: event(statusSchema),
  },
  fleet: {
    /** Asks for a fresh MessagePort; it arrives as a window message "waypost:fleet-port". */
    openPort: call(nothing, nothing),
    /** Refresh now: list, groups, users and, within the budget, every last location. */
    refresh: call(nothing, nothing),
    /** Devices to ask first: the selected one and those in view. */
    favour: call(z.object({ ids: z.array(id).max(200) }), nothing),
  },
  devices: {
    details: call(z.object({ id }), deviceDetailsSchema),
  },
  groups: {
    list: call(nothing, groupList),
    changed: event(groupList),
  },
  users: {
    list: call(nothing, userList),
    changed: event(userList),
    /** Two-letter code to English name. */
    countries: call(nothing, z.record(z.string(), z.string())),
    /** IANA zone name to description. */
    timeZones: call(nothing, z.record(z.string(), z.string())),
  },
  settings: {
    current: call(nothing, settingsSchema),
    change: call(settingsChangeSchema, settingsSchema),
    changed: event(settingsSchema),
  },
  editUsers: manage.editUsers,
  editGroups: manage.editGroups,
  editLimits: manage.editLimits,
  drafts: manage.drafts,
  journal: manage.journal,
  jobs: manage.jobs,
  exchange: manage.exchange,
  history: history.history,
  alertLog: history.alertLog,
  liveAlerts: history.liveAlerts,
  submit: history.submit,
};

export type WaypostContract = typeof contract;
export type WaypostClient = Client<WaypostContract>;
