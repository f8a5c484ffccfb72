import { expect, test } from 'vitest';
import { hrefOf, routeOf, routes } from './routes';

test('every page is found again by its own address', () => {
  expect(routes.map((route) => routeOf(hrefOf(route)))).toEqual(routes);
});

test.each(['', '#', '#/', '#/nowhere', '#/fleet/extra'])('"%s" is the fleet', (hash) => {
  expect(routeOf(hash)).toBe('fleet');
});
