import { z } from 'zod';
import { faultSchema } from '../fault';
import { messageSchema } from '../i18n/translate';
import { call, event } from './define';
import { logKinds } from '../domain/history';
import { nothing, writtenFileSchema } from './fields';

/** What is checked, in the order in which a connection needs it, then this computer. */
export const checks = [
  'address',
  'dns',
  'proxy',
  'certificate',
  'key',
  'clock',
  'rate',
  'keychain',
  'cache',
  'disk',
  'graphics',
  'processes',
  'versions',
] as const;
const checkSchema = z.enum(checks);
export type Check = z.infer<typeof checkSchema>;

/** The result of one check. */
const findingSchema = z.object({
  /** `look`: it works, but needs attention. `unknown`: it could not be checked. */
  state: z.enum(['fine', 'look', 'broken', 'unknown']),
  /** What was found, without names and addresses. */
  what: messageSchema.nullable(),
  todo: messageSchema.nullable(),
  /** What was found, and what to do, if a call failed. */
  fault: faultSchema.nullable(),
  /** The names and addresses that belong to it; copied only if the user wants that. */
  named: z.string().nullable(),
});
export type Finding = z.infer<typeof findingSchema>;

/** The requests to one endpoint since the account was opened. */
const endpointLogSchema = z.object({
  /** Method and path without the id of a record, such as `GET /api/devices`. */
  endpoint: z.string(),
  calls: z.number(),
  medianMs: z.number(),
  longestMs: z.number(),
  /** By status of HTTP; null: no answer came. */
  failures: z.array(z.object({ status: z.number().nullable(), count: z.number() })),
});
export type EndpointLog = z.infer<typeof endpointLogSchema>;

/** What the processes of Waypost do; `other`: those in which Chromium prepares and helps the others. */
export const processTasks = [
  'main',
  'window',
  'graphics',
  'network',
  'files',
  'maps',
  'service',
  'other',
] as const;
export type ProcessTask = (typeof processTasks)[number];

const runningProcessSchema = z.object({
  task: z.enum(processTasks),
  /** In RAM, with what it shares with others. */
  bytes: z.number(),
  /** Of the main process: its objects of JavaScript, and what they refer to outside. */
  held: z.object({ objects: z.number(), buffers: z.number() }).nullable(),
});
export type RunningProcess = z.infer<typeof runningProcessSchema>;

/** How the service differs from its documents, as far as it showed; in memory since the account was opened. */
const learnedSchema = z.object({
  /** The media type that it accepts for a change. */
  patchContentType: z.string(),
  /** The members that it lets nobody compare before a change, such as `user/email`. */
  untestable: z.array(z.string()),
  logs: z.array(
    z.object({
      log: z.enum(logKinds),
      /** What is requested at once at present. */
      hours: z.number(),
      /** The longest that it answered; null: none yet. */
      answeredHours: z.number().nullable(),
      mostRecords: z.number(),
      /** It cuts answers at that number. */
      isCap: z.boolean(),
    }),
  ),
  /** Fields that the user chose for values. */
  mappedFields: z.number(),
});
export type Learned = z.infer<typeof learnedSchema>;

/** What may be in a support file, besides what Waypost itself says. */
const bundleChoiceSchema = z.object({ withNames: z.boolean(), withPositions: z.boolean() });
export type BundleChoice = z.infer<typeof bundleChoiceSchema>;

const bundleFileSchema = z.object({
  name: z.enum(['diagnostics.txt', 'settings.json', 'log.txt', 'service.json', 'devices.csv']),
  text: z.string().max(5_000_000),
});
export type BundleFile = z.infer<typeof bundleFileSchema>;

/** Looking for what is wrong with the connection, this computer and the data of Waypost. */
export const diagnostics = {
  /** Each check has an end, so that none waits for another. All together send one request to the service. */
  check: call(z.object({ check: checkSchema }), findingSchema),
  /** Those that run now, the largest first. */
  processes: call(nothing, z.array(runningProcessSchema)),
  /** Of the open account, most calls first; empty without one. */
  requests: call(nothing, z.array(endpointLogSchema)),
  /** null: no account is open. */
  learned: call(nothing, learnedSchema.nullable()),
  /** The files of a support file; `report`: what the page says. */
  bundle: call(
    bundleChoiceSchema.extend({ report: z.string().max(100_000) }),
    z.array(bundleFileSchema),
  ),
  /** Writes these files, as the user read them, into one that they choose. */
  saveBundle: call(z.object({ files: z.array(bundleFileSchema).max(10) }), writtenFileSchema),
  /** The page was chosen in the menu. */
  asked: event(nothing),
};
