// Sorts every expectation of the portable tests: what the documents state must hold; what is only
// assumed is reported as a difference.
import { writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { LogKind } from '#shared/domain/history';

/** The source marks of the wire contract under which an expectation is only assumed. */
type AssumptionMark = 'A' | 'C' | 'O' | 'P' | 'open';

type PatchTest = 'guards' | 'refused' | 'ignored';

/** How a service uses the freedom that the documents leave; what is absent was not observed. */
export interface ObservedDialect {
  /** The media type of a PATCH body that the service accepts. */
  patchContentType?: 'application/json' | 'application/json-patch+json';
  /** What `test` of a JSON Patch does. `ignored`: the patch is applied anyway. */
  patchTest?: { user?: PatchTest; group?: PatchTest };
  /** The status of a call without a valid token. */
  missingTokenStatus?: number;
  /** The form of the body of a refused call, by its status. */
  errorBodies?: Record<string, 'json' | 'empty' | 'html' | 'text'>;
  createStatus?: number;
  deleteAnswer?: 'envelope' | 'empty';
  /** Where a group or a user is in the answer. */
  singleRecord?: 'flat' | 'named' | 'data';
  lists?: 'envelope' | 'bare' | 'data';
  /** `other`: members are written in another letter case, such as PascalCase. */
  memberCase?: 'documented' | 'other';
  /** What the `group` of a user may contain. */
  groupReference?: 'id' | 'name' | 'either' | 'neither';
  /** Whether the two POST calls of a device answer a query by `from` and `to`. */
  reportCalls?: 'query' | 'refused';
  /** The widest range that a query was answered for; at most one day is tried. */
  answeredRangeMs?: Partial<Record<LogKind, number>>;
}

/** One assumption that does not hold for the service. */
interface Difference {
  /** What was assumed, as a sentence. */
  expectation: string;
  /** The section, such as `wire contract 1.5`. */
  source: string;
  mark: AssumptionMark;
  /** What the service did instead; the first occurrence. */
  found: string;
  occurrences: number;
  /** The tests in which it was found. */
  tests: string[];
}

/** What a run of the portable tests found out about a service. */
interface ServiceReport {
  /** The address of the service, or its name in our tests. Never contains a key. */
  service: string;
  /** Expectations that the documents state: how many were checked. One that fails fails its test. */
  documented: number;
  /** Expectations that are only assumed: how many were checked. */
  assumed: number;
  differences: Difference[];
  dialect: ObservedDialect;
}

/** A source that states a fact: the specification (S), or today's documentation of the service (L). */
export type Statement = `specification ${string} (S)` | `wire contract ${string} (L)`;
/** A source that assumes it, with its mark. `open`: the documents leave it open. */
export type Assumption = `wire contract ${string} (${AssumptionMark})`;

export interface Findings {
  /** Fails the test if `check` throws. */
  documented(source: Statement, expectation: string, check: () => void): void;
  /** Notes a difference if `check` throws, and returns whether it holds. */
  assumed(source: Assumption, expectation: string, check: () => void): boolean;
  /** Notes how the service uses a choice that the documents leave. */
  observe(part: ObservedDialect): void;
  report(service: string): ServiceReport;
}

export function createFindings(): Findings {
  const documented = new Set<string>();
  const assumed = new Set<string>();
  const differences = new Map<string, Difference>();
  let dialect: ObservedDialect = {};

  return {
    documented(source, expectation, check) {
      documented.add(`${source}: ${expectation}`);
      try {
        check();
      } catch (error) {
        if (error instanceof Error) {
          error.message = `${expectation} [documented: ${source}]: ${error.message}`;
        }
        throw error;
      }
    },
    assumed(source, expectation, check) {
      const key = `${source}: ${expectation}`;
      assumed.add(key);
      try {
        check();
        return true;
      } catch (error) {
        const test = expect.getState().currentTestName ?? '';
        const known = differences.get(key);
        if (!known) differences.set(key, differenceOf(source, expectation, test, error));
        else {
          known.occurrences += 1;
          if (!known.tests.includes(test)) known.tests.push(test);
        }
        return false;
      }
    },
    observe(part) {
      dialect = {
        ...dialect,
        ...part,
        ...merged('errorBodies', dialect, part),
        ...merged('patchTest', dialect, part),
        ...merged('answeredRangeMs', dialect, part),
      };
    },
    report: (service) => ({
      service,
      documented: documented.size,
      assumed: assumed.size,
      differences: [...differences.values()],
      dialect,
    }),
  };
}

type Nested = 'errorBodies' | 'patchTest' | 'answeredRangeMs';

/** The members of a nested part of the dialect that were observed before and now. */
function merged(name: Nested, before: ObservedDialect, now: ObservedDialect): ObservedDialect {
  const both = { ...before[name], ...now[name] };
  return Object.keys(both).length === 0 ? {} : { [name]: both };
}

function differenceOf(
  source: Assumption,
  expectation: string,
  test: string,
  error: unknown,
): Difference {
  const [, section = source, mark = 'open'] = /^(.*) \((\w+)\)$/.exec(source) ?? [];
  const message = error instanceof Error ? error.message : String(error);
  const found = message.replace(/ \/\/ Object\.is equality$/m, '');
  return {
    expectation,
    source: section,
    mark: mark as AssumptionMark,
    found: found.split('\n', 1)[0] ?? found,
    occurrences: 1,
    tests: [test],
  };
}

/** Prints a report, and writes it as JSON if a file is given. */
export function publish(report: ServiceReport, file: string | undefined): void {
  const { service, documented, assumed, differences, dialect } = report;
  console.log(
    `${service}: ${documented} documented and ${assumed} assumed expectations were checked.`,
  );
  for (const { expectation, source, mark, found, occurrences } of differences) {
    console.log(`  - Assumed: ${expectation} [${source}, ${mark}]`);
    console.log(`    Found (${occurrences} times): ${found}`);
  }
  console.log(`  Its dialect: ${JSON.stringify(dialect)}`);
  if (file) writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}
