import { expect, test } from 'vitest';
import { activityRoutes, draftsByPage, hrefOf, navigationGroups, routeOf, routes } from './routes';

test('every page is found again by its own address', () => {
  expect(routes.map((route) => routeOf(hrefOf(route)))).toEqual(routes);
});

test.each(['', '#', '#/', '#/nowhere', '#/fleet/extra'])('"%s" is the fleet', (hash) => {
  expect(routeOf(hash)).toBe('fleet');
});

test('every page is in one group of the rail, or a tab of Activity', () => {
  const inRail = navigationGroups(true).flatMap((group) => group.routes);
  const reached = [...inRail, ...activityRoutes.filter((route) => !inRail.includes(route))];
  expect(reached.toSorted()).toEqual([...routes].toSorted());
});

test('Submit is in the rail only where the account takes submissions', () => {
  expect(navigationGroups(false).flatMap((group) => group.routes)).not.toContain('submit');
});

test('drafts are counted at the page that opens them', () => {
  const counts = draftsByPage([{ kind: 'user' }, { kind: 'user' }, { kind: 'submission' }]);
  expect([...counts]).toEqual([
    ['users', 2],
    ['submit', 1],
  ]);
});
