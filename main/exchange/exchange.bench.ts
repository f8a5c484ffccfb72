import { performance } from 'node:perf_hooks';
import type { Language } from '#shared/i18n/languages';
import { userSchema, type User } from '#shared/domain/user';
import { planFileImport } from './import';
import type { TableFormat } from '#shared/ipc/exchange';
import { writeTable } from './table-file';
import { usersTable } from './users-table';

/** The cost of exporting and importing the users of a large account; times in milliseconds. */
export interface ExchangeBench {
  format: TableFormat;
  users: number;
  /** Planning the creation of all of them from a file. */
  planCreates: number;
  export: number;
  /** Reading the export again and planning it, which results in no steps. */
  importAgain: number;
  megabytes: number;
  /** Steps of that second import; anything but 0 means that the round trip is broken. */
  stepsAgain: number;
}

function syntheticUser(index: number): User {
  const hour = 3_600_000;
  return userSchema.parse({
    id: `usr-${index}`,
    name: `Person ${index} O'Neill, née "Ruiz"`,
    email: `person.${index}@fleet.example.com`,
    country: 'ES',
    timeZone: 'Europe/Madrid',
    description: index % 3 === 0 ? '=SUM(A1:A9)' : 'Drives at night\nand on Sundays',
    disabled: index % 7 === 0,
    tags: { depot: `depot ${index % 40}`, shift: 'night; late' },
    privileges: ['read', 'write'],
    group: `Group ${index % 200}`,
    validFrom: 1_700_000_000_000 + index * hour,
    expiresAt: 1_900_000_000_000 + index * hour,
    createdAt: 1_700_000_000_000,
    modifiedAt: 1_750_000_000_000,
    lastLoginAt: 1_760_000_000_000 + index,
    extra: {},
  });
}

export async function benchExchange(
  count: number,
  format: TableFormat,
  language: Language,
): Promise<ExchangeBench> {
  const users = Array.from({ length: count }, (_, index) => syntheticUser(index));
  const lists = {
    groups: [],
    devices: [],
    countries: { ES: 'Spain' },
    timeZones: { 'Europe/Madrid': 'Romance Standard Time' },
    timeZone: 'Europe/Madrid',
  };
  const context = {
    language,
    account: 'bench',
    filter: null,
    timeZone: 'Europe/Madrid',
    exportedAt: 0,
  };
  const fresh = users.map((user) => ({ ...user, id: '', group: null }));
  const file = writeTable(usersTable(fresh, context), format);
  const start = performance.now();
  const creates = await planFileImport('users', file, { ...lists, users: [] });
  const planned = performance.now();
  if (creates.steps.length !== count) throw new Error(`${creates.steps.length} creates planned`);
  const exportStart = performance.now();
  const bytes = writeTable(usersTable(users, context), format);
  const exported = performance.now();
  const again = await planFileImport('users', bytes, { ...lists, users });
  const end = performance.now();
  if (again.unchanged !== count) throw new Error(`${again.unchanged} of ${count} are unchanged`);
  return {
    format,
    users: count,
    planCreates: planned - start,
    export: exported - exportStart,
    importAgain: end - exported,
    megabytes: bytes.length / 1e6,
    stepsAgain: again.steps.length,
  };
}
