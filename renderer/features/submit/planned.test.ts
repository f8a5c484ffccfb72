import { expect, test, vi } from 'vitest';
import { createPlanned } from './planned';

test('clears a form once its plan is started, and not before', () => {
  const planned = createPlanned();
  const forget = vi.fn<() => void>();
  planned.note('a', forget);
  planned.follow([]);
  planned.follow([
    { id: 'a', phase: 'planned' },
    { id: 'b', phase: 'running' },
  ]);
  expect(forget).not.toHaveBeenCalled();
  planned.follow([{ id: 'a', phase: 'running' }]);
  planned.follow([{ id: 'a', phase: 'done' }]);
  expect(forget).toHaveBeenCalledTimes(1);
});

test('a cancelled plan leaves the form unchanged', () => {
  const planned = createPlanned();
  const forget = vi.fn<() => void>();
  planned.note('a', forget);
  planned.follow([{ id: 'a', phase: 'cancelled' }]);
  planned.follow([{ id: 'a', phase: 'running' }]);
  expect(forget).not.toHaveBeenCalled();
});

test('plans of a closed account clear no form of the next one', () => {
  const planned = createPlanned();
  const forget = vi.fn<() => void>();
  planned.note('a', forget);
  planned.clear();
  planned.follow([{ id: 'a', phase: 'done' }]);
  expect(forget).not.toHaveBeenCalled();
});
