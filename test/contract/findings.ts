// Sorts every expectation of the portable tests: what the documents state must hold; what is only
// assumed is reported as a difference.
import { expect } from 'vitest';
import type { AssumptionMark, Difference, ObservedDialect, ServiceReport } from './service-report';

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
      format: 'waypost-service-report',
      version: 1,
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
