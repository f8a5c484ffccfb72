import { expect, test, vi } from 'vitest';
import { createPlanned } from './planned';

test('a form is forgotten once its plan is started, and not before', () => {
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

test('a plan that is called off leaves the form as it was', () => {
  const planned = createPlanned();
  const forget = vi.fn<() => void>();
  planned.note('a', forget);
  planned.follow([{ id: 'a', phase: 'cancelled' }]);
  planned.follow([{ id: 'a', phase: 'running' }]);
  expect(forget).not.toHaveBeenCalled();
});

test('plans of an account that was left forget nothing of the next one', () => {
  const planned = createPlanned();
  const forget = vi.fn<() => void>();
  planned.note('a', forget);
  planned.clear();
  planned.follow([{ id: 'a', phase: 'done' }]);
  expect(forget).not.toHaveBeenCalled();
});
