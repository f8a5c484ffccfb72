import { z } from 'zod';
import { openedFileSchema } from '../domain/submission';
import { linkKinds } from '../domain/link';
import { policyFields } from '../domain/policy';
import { dialledSchema } from '../domain/text';
import { languages } from '../i18n/languages';
import { call, event } from './define';
import { id, nothing, positionSchema } from './fields';
import { settingsChangeSchema, settingsSchema } from '../domain/settings';
import { furtherWindowSchema } from '../domain/window';
import { storedFileProblemSchema } from '../domain/stored-file';
import { saidSchema } from '../i18n/translate';

const updateStateSchema = z.discriminatedUnion('phase', [
  z.object({
    phase: z.literal('off'),
    /**
     * `unreadable`: the settings could not be read, so it is not known whether the user turned updates
     * off. `unsupported`: a folder, a portable program or a development build cannot update itself.
     * `noKey`: the build has no key to verify updates with.
     */
    why: z.enum(['policy', 'settings', 'unreadable', 'noFeed', 'noKey', 'unsupported']),
  }),
  z.object({
    phase: z.literal('idle'),
    /** When the feed was last checked; null: not in this session. */
    checkedAt: z.number().nullable(),
    /** A message saying what the feed offered and why it was rejected; null: nothing to report. */
    note: saidSchema.nullable(),
  }),
  z.object({ phase: z.literal('checking') }),
  z.object({
    /** A newer version, listed with a valid signature; downloaded only when the user confirms. */
    phase: z.literal('available'),
    version: z.string(),
    host: z.string(),
  }),
  z.object({ phase: z.literal('downloading'), version: z.string() }),
  z.object({
    /** Downloaded, with a valid checksum; installed only when the user confirms. */
    phase: z.literal('staged'),
    version: z.string(),
    /** A message saying why it may not be installed now. */
    waitsFor: saidSchema.nullable(),
  }),
  z.object({ phase: z.literal('failed'), message: saidSchema }),
]);
export type UpdateState = z.infer<typeof updateStateSchema>;

const languageSchema = z.object({
  tag: z.enum(languages.map(({ tag }) => tag)),
  locale: z.string(),
  messages: z.record(z.string(), z.string()),
});

const fleetDrawnSchema = z.object({
  devices: z.number(),
  shellAt: z.number(),
  fleetReceivedAt: z.number(),
  drawnAt: z.number(),
});
export type FleetDrawn = z.infer<typeof fleetDrawnSchema>;

const helpTopicSchema = z.enum(['guide', 'shortcuts', 'news', 'problem']);
export type HelpTopic = z.infer<typeof helpTopicSchema>;

/** The application itself: version, clipboard, updates, and the links and files that open it. */
export const desktop = {
  app: {
    info: call(
      nothing,
      z.object({
        version: z.string(),
        /** Names the system's store of passwords. */
        platform: z.enum(['darwin', 'win32', 'other']),
        userDataFolder: z.string(),
        /** `isNamed`: false if the computer names no zone that can be used; see `ComputerZone`. */
        computerZone: z.object({ zone: z.string(), isNamed: z.boolean() }),
        /** Service address set by an administrator; null: none. */
        presetAddress: z.string().nullable(),
        /** What an administrator's policy says something about. */
        policy: z.array(z.enum(policyFields)),
        /** What may keep Waypost from starting is left out. */
        isSafeMode: z.boolean(),
      }),
    ),
    /** Whether the desktop shows icons of programs, beside the clock or in the menu bar. */
    hasTray: call(nothing, z.boolean()),
    /** Quits, after the usual questions, and starts again. */
    restart: call(z.object({ isSafe: z.boolean() }), nothing),
    /** Opens one more window of the same account. */
    openWindow: call(furtherWindowSchema, nothing),
    /** Another language was chosen. The page itself contains the first one. */
    languageChanged: event(languageSchema),
    /** Help was chosen in the menu of the system. */
    helpAsked: event(z.object({ topic: helpTopicSchema })),
    copyText: call(z.object({ text: z.string().max(1_000_000) }), nothing),
    /** The window drew the whole fleet for the first time; times are epoch milliseconds. */
    fleetDrawn: call(fleetDrawnSchema, nothing),
    /** Shows a file that Waypost wrote in this session in the file manager of the system. */
    showFile: call(z.object({ id }), nothing),
    /** Opens such a file, if it is a document or a picture. */
    openFile: call(z.object({ id }), nothing),
    /** Hands a telephone number to the program that makes calls; `isOpened`: false if there is none. */
    dial: call(z.object({ number: dialledSchema }), z.object({ isOpened: z.boolean() })),
    /** Opens a position on a public map in the browser of the user. */
    openInBrowserMap: call(positionSchema, nothing),
  },
  updates: {
    current: call(nothing, updateStateSchema),
    /** Reads the signed listing of the feed; downloads nothing. */
    check: call(nothing, updateStateSchema),
    /** Asks the user in a dialog of main, then downloads and verifies the offered version. */
    download: call(nothing, updateStateSchema),
    /** Asks the user in a dialog of main, then installs the downloaded version and restarts. */
    install: call(nothing, updateStateSchema),
    changed: event(updateStateSchema),
  },
  links: {
    /** What a `waypost://` link or a clicked notification shows; null if there is none. Each link is returned once. */
    take: call(
      nothing,
      z.object({ kind: z.enum(linkKinds), id: z.string(), at: z.number().optional() }).nullable(),
    ),
    /** A link was opened while the window was open. */
    came: event(nothing),
  },
  openedFiles: {
    /** The file that the system handed over last, until it is opened or dismissed. */
    current: call(nothing, openedFileSchema.nullable()),
    drop: call(z.object({ id: openedFileSchema.shape.id }), nothing),
    changed: event(openedFileSchema.nullable()),
  },
};

export const settings = {
  current: call(nothing, settingsSchema),
  change: call(settingsChangeSchema, settingsSchema),
  changed: event(settingsSchema),
};

const problems = z.array(storedFileProblemSchema);

/** Files of the profile that could not be read or written. */
export const storedFiles = {
  problems: call(nothing, problems),
  dismiss: call(z.object({ id }), nothing),
  changed: event(problems),
};
