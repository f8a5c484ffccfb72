import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WrittenFiles } from './save-file';

test('only files that were written are found, and only documents and pictures are opened', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waypost-written-'));
  const [report, table] = ['day.PDF', 'fleet.csv'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  for (const file of [report, table]) writeFileSync(file, '');
  const files = new WrittenFiles();
  const [reportId, tableId] = [files.add(report), files.add(table)];
  expect(files.pathOf(tableId)).toBe(table);
  expect(files.pathToOpen(reportId)).toBe(report);
  const missing = expect.objectContaining({ fault: { kind: 'notFound' } }) as unknown;
  expect(() => files.pathToOpen(tableId)).toThrow(missing as Error);
  // The path itself is no id.
  expect(() => files.pathOf(report)).toThrow(missing as Error);
  rmSync(folder, { recursive: true });
  expect(() => files.pathOf(tableId)).toThrow(
    expect.objectContaining({
      fault: { kind: 'file', reason: 'gone', file: 'fleet.csv' },
    }) as Error,
  );
});
