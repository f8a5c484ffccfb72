import { yieldEvery } from '#main/pace/throttle';
import { fail, FaultError } from '#shared/fault';
import type { Licences } from '#shared/domain/device';
import type { Gaps } from '#shared/domain/known';
import type { Capabilities } from '#shared/domain/session';
import {
  decodeAlertList,
  alertQueryBody,
  decodeSubmittedAlerts,
  decodeSubmittedLocations,
  listBody,
  rangeBody,
  rangedLocationBody,
  type SubmissionAnswer,
} from '#shared/wire/reports';
import { decodeDevice, decodeLongDeviceList } from '#shared/wire/device';
import type { DecodedList } from '#shared/wire/envelope';
import { decodeFixList, decodeLastLocation, type LastLocation } from '#shared/wire/fix';
import {
  decodeGroup,
  decodeGroupList,
  decodeNames,
  decodeUser,
  decodeUserList,
} from '#shared/wire/records';
import { Caller, type ApiOptions, type Operation } from './caller';
import { createDialect } from './dialect';
import { message } from '#shared/i18n/translate';

/** What a sign-in announces, without the token. */
interface TokenInfo {
  capabilities: Capabilities;
  accountTimeZone: string | null;
  callsPerMinute: number | null;
  licences: Licences | null;
  /** Of the calls per minute and the time zone. */
  gaps: Gaps | undefined;
}

/** One step of a JSON Patch (RFC 6902). */
export type PatchStep =
  | { op: 'add' | 'replace' | 'test'; path: string; value: unknown }
  | { op: 'remove'; path: string }
  | { op: 'move' | 'copy'; path: string; from: string };

/** A range of time, epoch milliseconds. Whether its ends are included is not documented. */
interface TimeRange {
  from: number;
  to: number;
}

/** The members of a group that can be written (wire contract 4.3). */
export interface GroupBody {
  name: string;
  description?: string;
  devices?: string[];
}

/** The members of a user that can be written, with their names on the wire (wire contract 5.3). */
export interface UserBody {
  name: string;
  email: string;
  country: string;
  timeZone: string;
  [field: string]: unknown;
}

export type ServiceClient = ReturnType<typeof createServiceClient>;

/**
 * The client of one account at one service: the whole interface as functions. Every rejection is a
 * FaultError, except that an aborted call rejects with the reason of the caller's own signal. A written
 * record is null if the service confirms it without returning it.
 */
export function createServiceClient(options: ApiOptions) {
  const dialect = options.dialect ?? createDialect();
  const caller = new Caller({ ...options, dialect });
  const mappings = () => dialect.fieldMappings;
  const decodeDevices = (json: unknown) => decodeLongDeviceList(json, yieldEvery(), mappings());
  const decodeFixes = (json: unknown) => decodeFixList(json, mappings().location);
  const decodeSubmittedFixes = (json: unknown) =>
    decodeSubmittedLocations(json, mappings().location);
  const decodeOneDevice = (id: string) => (json: unknown) => decodeDevice(json, id, mappings());

  async function list<D extends DecodedList<unknown>>(
    operation: Operation,
    decode: (json: unknown) => D | Promise<D>,
    signal?: AbortSignal,
  ): Promise<D> {
    const decodeList = async (json: unknown) => {
      const decoded = await decode(json);
      return decoded.isList ? decoded : notThisShape();
    };
    return caller.call(operation, decodeList, (d) => d.skippedRecords.length, signal);
  }

  async function submitted<A extends SubmissionAnswer<unknown>>(
    operation: Operation,
    decode: (json: unknown) => A | null,
    signal?: AbortSignal,
  ): Promise<A> {
    const decodeAnswer = (json: unknown) => decode(json) ?? notThisShape();
    return caller.call(operation, decodeAnswer, (d) => d.skippedRecords.length, signal);
  }

  async function one<T>(
    operation: Operation,
    decode: (json: unknown) => T | null,
    signal?: AbortSignal,
  ): Promise<T> {
    return (await written(operation, decode, signal)) ?? notThisShape();
  }

  function written<T>(
    operation: Operation,
    decode: (json: unknown) => T | null,
    signal?: AbortSignal,
  ): Promise<T | null> {
    return caller.call(operation, decode, () => 0, signal);
  }

  const device = { path: '/api/devices/{deviceId}' } as const;
  const lastLocation = { path: '/api/devices/{deviceId}/lastLocation' } as const;
  const locations = { method: 'POST', path: '/api/devices/{deviceId}/locations' } as const;
  const alerts = { method: 'POST', path: '/api/devices/{deviceId}/alerts' } as const;
  const groups = { path: '/api/groups' } as const;
  const group = { path: '/api/groups/{groupId}' } as const;
  const users = { path: '/api/users' } as const;
  const user = { path: '/api/users/{userId}' } as const;
  const get = { method: 'GET' } as const;

  return {
    /** Exchanges the key for a token now, which tests the address and the key. */
    signIn: async (signal?: AbortSignal): Promise<TokenInfo> => {
      const { answer } = await caller.signIn(signal);
      const { capabilities, accountTimeZone, callsPerMinute, licences, gaps } = answer;
      return { capabilities, accountTimeZone, callsPerMinute, licences, gaps };
    },
    forgetToken: (): void => caller.forgetToken(),

    devices: (signal?: AbortSignal) =>
      list({ ...get, path: '/api/devices' }, decodeDevices, signal),
    device: (id: string, signal?: AbortSignal) =>
      one({ ...get, ...device, id }, decodeOneDevice(id), signal),
    /** `fix` is null for a device that never reported (null, absent or 404). */
    lastLocation: async (id: string, signal?: AbortSignal): Promise<LastLocation> => {
      try {
        const answer = await caller.call(
          { ...get, ...lastLocation, id },
          (json) => decodeLastLocation(json, mappings().location),
          ({ isUnderstood }) => (isUnderstood ? 0 : 1),
          signal,
        );
        if (answer.raw === undefined) notThisShape();
        return answer;
      } catch (error) {
        const isMissing = error instanceof FaultError && error.fault.kind === 'notFound';
        if (isMissing) return { fix: null, raw: null, isUnderstood: true };
        throw error;
      }
    },
    /** The query of a range; safe to repeat. */
    locations: (id: string, range: TimeRange, signal?: AbortSignal) =>
      asQuery(
        list({ ...locations, id, body: rangeBody(range), isQuery: true }, decodeFixes, signal),
      ),
    /** The same for alerts; with a name of the wire contract, appendix A, alerts of that kind only. */
    alerts: (
      id: string,
      query: TimeRange & { alertName?: string | undefined },
      signal?: AbortSignal,
    ) =>
      list({ ...alerts, id, body: alertQueryBody(query), isQuery: true }, decodeAlertList, signal),
    /** Submits with the same calls, as a list; only in that submission mode of the connection. */
    submitLocations: (id: string, records: readonly object[], signal?: AbortSignal) =>
      submitted(
        { ...locations, id, body: listBody('location', records) },
        decodeSubmittedFixes,
        signal,
      ),
    submitAlerts: (id: string, records: readonly object[], signal?: AbortSignal) =>
      submitted({ ...alerts, id, body: listBody('alert', records) }, decodeSubmittedAlerts, signal),
    /**
     * Submits one location with a range around it, as the live pages list the call. The service may
     * answer with the locations of that range instead of storing it.
     */
    submitLocationInRange: (id: string, record: object, range: TimeRange, signal?: AbortSignal) =>
      submitted(
        { ...locations, id, body: rangedLocationBody(range, record) },
        decodeSubmittedFixes,
        signal,
      ),
    /** An extension: only if the service announced that limits can be written. */
    patchDevice: (id: string, steps: readonly PatchStep[], signal?: AbortSignal) =>
      written({ method: 'PATCH', ...device, id, body: steps }, decodeOneDevice(id), signal),

    groups: (signal?: AbortSignal) => list({ ...get, ...groups }, decodeGroupList, signal),
    group: (id: string, signal?: AbortSignal) =>
      one({ ...get, ...group, id }, (j) => decodeGroup(j, id), signal),
    createGroup: (body: GroupBody, signal?: AbortSignal) =>
      written({ method: 'POST', ...groups, body }, (j) => decodeGroup(j, null), signal),
    replaceGroup: (id: string, body: GroupBody, signal?: AbortSignal) =>
      written({ method: 'PUT', ...group, id, body }, (j) => decodeGroup(j, id), signal),
    patchGroup: (id: string, steps: readonly PatchStep[], signal?: AbortSignal) =>
      written({ method: 'PATCH', ...group, id, body: steps }, (j) => decodeGroup(j, id), signal),
    deleteGroup: (id: string, signal?: AbortSignal) =>
      caller.done({ method: 'DELETE', ...group, id }, signal),

    users: (signal?: AbortSignal) => list({ ...get, ...users }, decodeUserList, signal),
    user: (id: string, signal?: AbortSignal) =>
      one({ ...get, ...user, id }, (j) => decodeUser(j, id), signal),
    createUser: (body: UserBody, signal?: AbortSignal) =>
      written({ method: 'POST', ...users, body }, (j) => decodeUser(j, null), signal),
    replaceUser: (id: string, body: UserBody, signal?: AbortSignal) =>
      written({ method: 'PUT', ...user, id, body }, (j) => decodeUser(j, id), signal),
    patchUser: (id: string, steps: readonly PatchStep[], signal?: AbortSignal) =>
      written({ method: 'PATCH', ...user, id, body: steps }, (j) => decodeUser(j, id), signal),
    deleteUser: (id: string, signal?: AbortSignal) =>
      caller.done({ method: 'DELETE', ...user, id }, signal),

    countries: (signal?: AbortSignal) =>
      one({ ...get, path: '/api/users/countries' }, (j) => decodeNames(j, 'countries'), signal),
    timeZones: (signal?: AbortSignal) =>
      one({ ...get, path: '/api/users/timeZones' }, (j) => decodeNames(j, 'timeZones'), signal),
  };
}

/** A refusal of a range query that asks for the member `location`, whatever it says about it. */
async function asQuery<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    const fault = error instanceof FaultError ? error.fault : null;
    const said = fault?.kind === 'invalid' ? fault.message : null;
    if (typeof said !== 'string' || !/\blocation\b/i.test(said)) throw error;
    return fail({
      ...fault!,
      kind: 'invalid',
      message: message('faults.main.asksForLocation', { said }),
    });
  }
}

function notThisShape(): never {
  fail({ kind: 'notThisService', evidence: 'shape' });
}
