import { z } from 'zod';
import { faultSchema } from '../fault';
import { messageSchema } from '../i18n/translate';
import { call, event } from './define';
import { nothing } from './fields';

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

/** Looking for what is wrong with the connection, this computer and the data of Waypost. */
export const diagnostics = {
  /** Each check has an end, so that none waits for another. All together send one request to the service. */
  check: call(z.object({ check: checkSchema }), findingSchema),
  /** Of the open account, most calls first; empty without one. */
  requests: call(nothing, z.array(endpointLogSchema)),
  /** The page was chosen in the menu. */
  asked: event(nothing),
};
