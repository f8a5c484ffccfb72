import { z } from 'zod';
import { givenFileSchema } from '../domain/submission';
import { updateStateSchema } from '../domain/update';
import { call, event } from './define';

const nothing = z.undefined();

/** The words of the program itself: its updates, and the links and files that open it. */
export const desktop = {
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
  givenFiles: {
    /** The file that the system handed over last, until it is opened or dropped. */
    current: call(nothing, givenFileSchema.nullable()),
    drop: call(z.object({ id: givenFileSchema.shape.id }), nothing),
    changed: event(givenFileSchema.nullable()),
  },
};
