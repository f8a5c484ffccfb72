// Mutants that no test can kill, because the changed code does the same; found by file, line of code and
// change. They are not counted.
export const equivalent = [
  {
    file: 'main/api/failure.ts',
    code: "const at = Date.parse(headers.get('date') ?? '');",
    change: "'' → '_'",
    reason: 'Neither text is a date.',
  },
  {
    file: 'main/api/token.ts',
    code: 'generation++;',
    change: 'generation++ → generation--',
    reason: 'The number is only compared with an earlier one; it differs either way.',
  },
  {
    file: 'main/jobs/stored.ts',
    code: 'let high = starts.length - 1;',
    change: 'starts.length - 1 → starts.length + 1',
    reason: 'There is no start at these positions, so the search moves below them.',
  },
  {
    file: 'main/cache/listing.ts',
    code: 'if (times.asOf === null && part.every((device) => !device)) return null;',
    change: 'times.asOf === null && part.every((device) => !device) → false',
    reason:
      'The columns would be the same as before, which is found by comparing them; the check saves time.',
  },
  {
    file: 'main/cache/replace-file.ts',
    code: "if (process.platform === 'win32') return;",
    change: "process.platform === 'win32' → process.platform !== 'win32'",
    reason: 'Only a power cut shows whether a rename has reached the disk.',
  },
  {
    file: 'main/pace/budget.ts',
    code: 'while (others.length > 0 && (others[0]! <= from || others[0]! > now())) others.shift();',
    change: 'others.length > 0 → others.length >= 0',
    reason:
      'Of an empty list there is no first call, which is neither earlier nor later than anything.',
  },
  {
    file: 'main/pace/movement-habits.ts',
    code: 'const size = Math.max(64, rows.count * 2) * hoursOfDay;',
    change: '2 → 3',
    reason: 'The arrays grow by more at once; only the rows in use are read.',
  },
  {
    file: 'main/pace/scheduler.ts',
    code: 'if (before.size > 0) ids.forEach((id, device) => (from[device] = before.get(id) ?? -1));',
    change: 'before.size > 0 → true',
    reason: 'Without earlier devices none is found, and -1 stays everywhere; the check saves time.',
  },
  {
    file: 'main/pace/scheduler.ts',
    code: 'if (before.size > 0) ids.forEach((id, device) => (from[device] = before.get(id) ?? -1));',
    change: 'before.size > 0 → before.size >= 0',
    reason: 'As above.',
  },
  {
    file: 'main/pace/scheduler.ts',
    code: 'return firstCursor < times.size() ? firstCursor : -1;',
    change: '1 → 2',
    reason: 'Any number below zero means that there is none.',
  },
  {
    file: 'main/pace/scheduler.ts',
    code: 'if (before.size > 0) ids.forEach((id, device) => (from[device] = before.get(id) ?? -1));',
    change: '1 → 2',
    reason: 'Any number below zero means that the device is new.',
  },
  {
    file: 'main/pace/scheduler.ts',
    code: 'if (device !== undefined) times.rest(device, until);',
    change: 'device !== undefined → true',
    reason: 'A column ignores an index that is no number.',
  },
  {
    file: 'main/pace/day-budget.ts',
    code: "let known = { zone: '', day: '', startsAt: 0, endsAt: 0 };",
    change: "'' → '_'",
    reason: 'Neither is a zone or a day, and nothing is before the end of this one.',
  },
  {
    file: 'main/pace/movement-model.ts',
    code: 'hourAt.at = at;',
    change: 'hourAt.at = at; → ;',
    reason: 'The hour is found again each time; remembering it saves time.',
  },
  {
    file: 'main/pace/movement-queue.ts',
    code: 'if (child + 1 < scores.length && isBefore(child + 1, child)) child++;',
    change: 'child + 1 < scores.length → child + 1 <= scores.length',
    reason: 'Beyond the end there is no score, which is not before any other.',
  },
  {
    file: 'main/pace/request-times.ts',
    code: 'if (before.isBusy.length === 0) return;',
    change: 'before.isBusy.length === 0 → false',
    reason: 'Without earlier devices every index is -1 and is passed over; the check saves time.',
  },
  {
    file: 'shared/domain/coordinates.ts',
    code: "const [, place = '', rest = ''] = /^geo:([-+\\d.,]+)(.*)$/i.exec(text) ?? [];",
    change: "'' → '_'",
    reason:
      'Without a match the place has no comma and is refused later; with one neither default applies.',
  },
];
