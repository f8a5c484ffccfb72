import { z } from 'zod';
import type { Cache } from '#main/cache/cache';
import type { Clock } from '#main/pace/clock';
import { isTimeZone } from '#shared/domain/calendar';
import { gapsSchema, knownOf, neverAsked, type Gaps, type Known } from '#shared/domain/known';
import { fieldMappingsSchema, type FieldMappings } from '#shared/domain/field-mapping';
import { licencesSchema, type Licences } from '#shared/domain/device';
import {
  capabilitiesSchema,
  type Capabilities,
  callsPerDaySchema,
  licenceTotalSchema,
} from '#shared/domain/session';
import { learnedStateSchema, type LearnedState } from '#main/pace/budget';
import { storedCallsSchema, type StoredCalls } from './account-calls';

/** What is known of the service beyond its lists; cached between sessions. */
interface AccountFacts {
  capabilities: Capabilities;
  licences: Licences | null;
  /** As the user entered it. */
  licenceTotal: number | null;
  accountTimeZone: string | null;
  /** The service's own limit, if it announces one. */
  callsPerMinute: number | null;
  /** What was announced but not understood, or stated to be none. */
  gaps?: Gaps | undefined;
  /** When the service announced this; absent: never, or not recorded. */
  announcedAt?: number | null;
  /** The members that known values are read from; set by the user. */
  fieldMappings: FieldMappings;
}

export const unknownFacts: AccountFacts = {
  capabilities: { writesLimits: false, activates: false, takesSubmissions: false },
  licences: null,
  licenceTotal: null,
  accountTimeZone: null,
  callsPerMinute: null,
  fieldMappings: {},
};

/** Left of an announced rate to other programs that use the same account. */
const callsOfOthers = 5;

/** The rate that the service allows. */
export function announcedRate({ callsPerMinute }: AccountFacts): number {
  if (callsPerMinute === null) return Number.POSITIVE_INFINITY;
  return Math.max(1, callsPerMinute - callsOfOthers);
}

/** What is known of the announced rate; null: the service states that it has no limit. */
export function knownRate(facts: AccountFacts): Known<number | null> {
  const asOf = facts.announcedAt ?? null;
  if (asOf === null && facts.callsPerMinute === null) return neverAsked;
  return knownOf(facts, 'callsPerMinute', asOf);
}

/** What the cache holds of an account besides its lists. */
interface StoredAccount {
  facts: AccountFacts;
  /** The calls of a day, by the account's calendar. */
  calls: StoredCalls | null;
  /** What was learned about the limit of the service. */
  learned: LearnedState | null;
  /** The user's limit of calls per day; null: none. */
  callsPerDay: number | null;
  /** When the service last answered about the fleet, epoch milliseconds. */
  answeredAt: number | null;
}

/** Each part falls back to "unknown" by itself: another version may have stored it differently. */
const storedSchema = z.object({
  facts: z
    .object({
      capabilities: capabilitiesSchema.catch(unknownFacts.capabilities),
      licences: licencesSchema.nullable().catch(null),
      licenceTotal: licenceTotalSchema.catch(null),
      accountTimeZone: z.string().refine(isTimeZone).nullable().catch(null),
      callsPerMinute: z.number().min(1).nullable().catch(null),
      gaps: gapsSchema.optional().catch(undefined),
      announcedAt: z.number().nullable().optional().catch(null),
      fieldMappings: fieldMappingsSchema.catch({}),
    })
    .catch(unknownFacts),
  calls: storedCallsSchema.nullable().catch(null),
  learned: learnedStateSchema.nullable().catch(null),
  callsPerDay: callsPerDaySchema.catch(null),
  answeredAt: z.number().nullable().catch(null),
});

const nothingStored: StoredAccount = {
  facts: unknownFacts,
  calls: null,
  learned: null,
  callsPerDay: null,
  answeredAt: null,
};

/** Reads what any version stored. */
export function readStoredAccount(value: unknown): StoredAccount {
  const read = storedSchema.safeParse(value);
  return read.success ? read.data : nothingStored;
}

export type FactsStore = ReturnType<typeof createFactsStore>;

/** The facts of an open account. */
export function createFactsStore(options: {
  cache: Pick<Cache, 'putList'>;
  clock: Clock;
  stored: Pick<StoredAccount, 'facts' | 'answeredAt'>;
  calls: () => Pick<StoredAccount, 'calls' | 'learned' | 'callsPerDay'>;
  onChanged: () => void;
}) {
  const { cache, clock } = options;
  let { facts, answeredAt } = options.stored;
  function save(): void {
    const stored: StoredAccount = { facts, ...options.calls(), answeredAt };
    cache.putList('account', stored, clock.now());
  }
  return {
    current: () => facts,
    /** Changes some of them, saves and reports all. */
    update: (changed: Partial<AccountFacts>) => {
      facts = { ...facts, ...changed };
      save();
      options.onChanged();
    },
    /** When the service last answered about the fleet. */
    answeredAt: () => answeredAt,
    answered: (at: number) => {
      answeredAt = at;
    },
    /** Writes the facts, what concerns calls and the time of the last answer to the cache. */
    save,
  };
}
