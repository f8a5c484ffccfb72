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

/** The program itself: version, clipboard, updates, and the links and files that open it. */
export const desktop = {
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
    fleetDrawn: call(fleetDrawnSchema, nothing),
    /** Opens a position in the person's browser, on a public map. */
    openInBrowserMap: call(
      z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
      nothing,
    ),
  },
  updates: {
    current: call(nothing, updateStateSchema),
    /** Asks the feed, downloads and verifies what it offers. */
    check: call(nothing, updateStateSchema),
    /** Installs what is staged and starts again; answers with the state where it may not. */
    install: call(nothing, updateStateSchema),
    changed: event(updateStateSchema),
  },
  links: {
    /** The device that a `waypost://` link asked for; null where none did. Each is told once. */
    take: call(nothing, z.object({ device: z.string() }).nullable()),
    /** A link came in while the window was open. */
    came: event(nothing),
  },
  openedFiles: {
    /** The file that the system handed over last, until it is opened or dropped. */
    current: call(nothing, openedFileSchema.nullable()),
    drop: call(z.object({ id: openedFileSchema.shape.id }), nothing),
    changed: event(openedFileSchema.nullable()),
  },
};
