import path from 'node:path';
import { z } from 'zod';
import { isSafeUrl } from '#shared/domain/address';
import { policyFields, policyNames, type PolicyField } from '#shared/domain/policy';
import { mapStyleRefusal } from '#shared/domain/online-map';
import { withoutUnseen } from '#shared/domain/text';
import { isJsonObject } from '#shared/wire/read';

/** Settings that an administrator made for this machine. Never contains a key. */
export interface Policy {
  /** Preset address of the connect screen. */
  serviceAddress: string | null;
  /** Default map style when the user has chosen none. */
  mapStyleUrl: string | null;
  /** False turns updates off regardless of the settings. */
  allowsUpdates: boolean;
  /** Update feed; overrides the one of the build. Its listing has to be signed all the same. */
  updateFeed: string | null;
  /** The only hosts of services; null: the user confirms each new one. */
  allowedServiceHosts: readonly string[] | null;
  /** The only hosts of online maps; null: the user confirms each new one. */
  allowedMapHosts: readonly string[] | null;
  /** Offline maps as absolute paths, also on a network share. */
  mapFiles: readonly string[];
}

export const noPolicy: Policy = {
  serviceAddress: null,
  mapStyleUrl: null,
  allowsUpdates: true,
  updateFeed: null,
  allowedServiceHosts: null,
  allowedMapHosts: null,
  mapFiles: [],
};

/** What a policy decides. */
export function decidedBy(policy: Policy): PolicyField[] {
  const decides: Record<PolicyField, boolean> = {
    serviceAddress: policy.serviceAddress !== null,
    mapStyleUrl: policy.mapStyleUrl !== null,
    'updates.enabled': !policy.allowsUpdates,
    'updates.feed': policy.updateFeed !== null,
    allowedServiceHosts: policy.allowedServiceHosts !== null,
    allowedMapHosts: policy.allowedMapHosts !== null,
    mapFiles: policy.mapFiles.length > 0,
  };
  return policyFields.filter((field) => decides[field]);
}

/** An allowed address: https, or http on loopback. */
export function isSafeAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && isSafeUrl(url);
}

const address = z
  .string()
  .max(2048)
  .transform(withoutUnseen)
  .refine(isSafeAddress, 'is no https address');
/** A list, or one text with commas. Unusable, it still limits: to nothing. */
const hosts = z
  .union([z.array(z.string().max(300)).max(500), z.string().max(20_000)])
  .transform((value) => (typeof value === 'string' ? value.split(/[\s,;]+/) : value))
  .transform((value) => value.map(withoutUnseen).filter((each) => each !== ''))
  .catch([]);
/** Paths as a list, or as one text with semicolons. One that is not absolute has no meaning here. */
const files = z
  .union([z.array(z.string().max(4_096)).max(50), z.string().max(16_384)])
  .transform((value) => (typeof value === 'string' ? value.split(/[;\r\n]+/) : value))
  .transform((value) => value.map((each) => each.trim()).filter((each) => each !== ''))
  .refine(
    (value) => value.every((each) => path.win32.isAbsolute(each) && !each.includes('\0')),
    'has a path that is not absolute',
  );
const schemas = {
  serviceAddress: address,
  mapStyleUrl: address.refine((text) => mapStyleRefusal(text) === undefined, 'has a key in it'),
  'updates.enabled': z.boolean(),
  'updates.feed': address,
  allowedServiceHosts: hosts,
  allowedMapHosts: hosts,
  mapFiles: files,
} satisfies Record<PolicyField, z.ZodType>;

/** The values of a policy by the names of a policy file, with `updates` as an object. */
export type PolicyValues = Record<string, unknown>;

/** A place that only an administrator can write. */
export interface PolicySource {
  /** Where it is, for the log. */
  name: string;
  /**
   * Its values; null if there is no policy. Throws a `PolicyError` if it must not be believed, any
   * other error if it could not be read.
   */
  read(): PolicyValues | null;
}

/** Why a policy is ignored: it is not one, or others than an administrator can write it. */
export class PolicyError extends Error {}

/** Values named as in the registry of Windows, as the values of a policy file. */
export function namedAsInFiles(values: Record<string, unknown>): PolicyValues {
  const names = new Map<string, string>(
    Object.entries(policyNames).map(([field, name]) => [name.toLowerCase(), field]),
  );
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [names.get(name.toLowerCase()) ?? name, value]),
  );
}

/**
 * Reads the policy; the first source wins, field by field. Unusable fields are ignored and logged
 * without their value. If a source cannot be read, updates are off: it may be what turns them off.
 */
export function readPolicy(sources: readonly PolicySource[], log: (line: string) => void): Policy {
  const values = new Map<PolicyField, unknown>();
  let isMissed = false;
  for (const source of sources) {
    const { say, end } = speaker((what) => log(`policy ${source.name}: ${what}`));
    let found: PolicyValues | null = null;
    try {
      found = source.read();
    } catch (error) {
      if (error instanceof PolicyError) {
        say(`ignored, because ${error.message}`);
      } else {
        say('could not be read, so updates are off');
        isMissed = true;
      }
    }
    for (const [field, value] of Object.entries(goodFields(found ?? {}, say))) {
      if (!values.has(field as PolicyField)) values.set(field as PolicyField, value);
    }
    end();
  }
  return {
    serviceAddress: (values.get('serviceAddress') as string | undefined) ?? null,
    mapStyleUrl: (values.get('mapStyleUrl') as string | undefined) ?? null,
    allowsUpdates: !isMissed && ((values.get('updates.enabled') as boolean | undefined) ?? true),
    updateFeed: (values.get('updates.feed') as string | undefined) ?? null,
    allowedServiceHosts: (values.get('allowedServiceHosts') as string[] | undefined) ?? null,
    allowedMapHosts: (values.get('allowedMapHosts') as string[] | undefined) ?? null,
    mapFiles: (values.get('mapFiles') as string[] | undefined) ?? [],
  };
}

/** A source with thousands of wrong fields does not fill the log. */
const mostLines = 20;

function speaker(log: (what: string) => void) {
  let count = 0;
  return {
    say: (what: string) => {
      count += 1;
      if (count <= mostLines) log(what);
    },
    end: () => {
      if (count > mostLines) log(`${count - mostLines} more problems like these`);
    },
  };
}

function goodFields(
  json: PolicyValues,
  say: (what: string) => void,
): Partial<Record<PolicyField, unknown>> {
  const good: Partial<Record<PolicyField, unknown>> = {};
  for (const [field, value] of flattened(json)) {
    if (!Object.hasOwn(schemas, field)) {
      // An unusual field name may be a secret pasted into the wrong place, so it is not logged.
      say(`"${/^[\w.]{1,40}$/.test(field) ? field : '…'}" is nothing that a policy can say`);
      continue;
    }
    const parsed = schemas[field as PolicyField].safeParse(value);
    if (parsed.success) good[field as PolicyField] = parsed.data;
    else say(`"${field}" was left out: it ${wordsFor(parsed.error)}`);
  }
  // A wrong value for turning updates off does not leave them on.
  if (isNamed(json, 'updates.enabled') && good['updates.enabled'] === undefined) {
    good['updates.enabled'] = false;
  }
  return good;
}

const isNamed = (json: PolicyValues, field: string) =>
  flattened(json).some(([name]) => name === field);

/** Flattens `{updates: {feed}}` to `updates.feed`; names starting with `$` are annotations. */
function flattened(json: PolicyValues): [string, unknown][] {
  return Object.entries(json)
    .filter(([name]) => !name.startsWith('$'))
    .flatMap(([name, value]): [string, unknown][] =>
      name === 'updates' && isJsonObject(value)
        ? Object.entries(value).map(([inner, each]) => [`updates.${inner}`, each])
        : [[name, value]],
    );
}

function wordsFor(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue?.code === 'custom') return issue.message;
  return issue?.code === 'too_big' ? 'is too long' : 'is of the wrong kind';
}
