import { z } from 'zod';
import { openedFileSchema } from '../domain/submission';
import { updateStateSchema } from '../domain/update';
import { call, event } from './define';
import { nothing } from './fields';

const fleetDrawnSchema = z.object({
  devices: z.number(),
  shellAt: z.number(),
  fleetReceivedAt: z.number(),
  drawnAt: z.number(),
});
export type FleetDrawn = z.infer<typeof fleetDrawnSchema>;

/** The application itself: version, clipboard, updates, and the links and files that open it. */
export const desktop = {
  app: {
    info: call(
      nothing,
      z.object({
        version: z.string(),
        platform: z.enum(['aix', 'darwin', 'linux', 'win32', 'other']),
        userDataFolder: z.string(),
        /** `isNamed`: false if the computer names no zone that can be used; see `ComputerZone`. */
        computerZone: z.object({ zone: z.string(), isNamed: z.boolean() }),
        keychainName: z.string(),
        /** Service address set by an administrator; null: none. */
        presetAddress: z.string().nullable(),
      }),
    ),
    copyText: call(z.object({ text: z.string().max(1_000_000) }), nothing),
    /** The window drew the whole fleet for the first time; times are epoch milliseconds. */
    fleetDrawn: call(fleetDrawnSchema, nothing),
    /** Opens a position on a public map in the browser of the user. */
    openInBrowserMap: call(
      z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
      nothing,
    ),
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
    /** The device of a `waypost://` link; null if there is none. Each link is returned once. */
    take: call(nothing, z.object({ device: z.string() }).nullable()),
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
