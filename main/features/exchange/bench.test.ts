import { expect, test } from 'vitest';
import { filesInProcess } from '#main/files/in-process.test-support';
import { benchExports, type ExportBench } from './export.bench';

test('the bench of exports writes every format', async () => {
  const figures: ExportBench[] = [];
  for await (const figure of benchExports(filesInProcess, { fixes: 2_000, days: 5 })) {
    figures.push(figure);
  }
  expect(figures.map(({ name }) => name)).toContain('fixes as xlsx');
  expect(figures).toHaveLength(7);
  for (const { name, rows, bytes } of figures) {
    expect(rows).toBeGreaterThan(name.startsWith('fixes') ? 1_999 : 5);
    expect(bytes).toBeGreaterThan(rows * 10);
  }
});
