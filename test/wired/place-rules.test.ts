import { afterEach, expect, test } from 'vitest';
import type { AlertNotice } from '../../main/features/history/history';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { PlaceRule } from '../../shared/domain/place-rules';
import { circle, depot, placeId } from '../../shared/domain/places.test-support';
import { createTestNetwork } from '../support/network';
import { cleanUp, credentialsOf, startTestService, temporaryFolder } from '../support/resources';
import { openSession } from '../support/session';
import { createTestClock } from '../support/test-clock';

// Rules of places on positions of a service, with restarts.

afterEach(cleanUp);

const minuteMs = 60_000;
const gate = { latitude: 45.07, longitude: 7.68 };
const road = { latitude: 45.09, longitude: 7.68 };
const rule = (n: number, trigger: PlaceRule['trigger']): PlaceRule => ({
  id: placeId(100 + n),
  trigger,
  minutes: 60,
  places: 'depot',
  groups: [],
  isOn: true,
});

async function setup() {
  const clock = createTestClock();
  clock.jump(36 * 60 * minuteMs - (clock.now() % (24 * 60 * minuteMs)));
  const running = await startTestService({ now: clock.now, devices: 0 });
  for (const id of ['van', 'bus']) {
    await running.control.addDevice({ id, name: id });
    await running.control.setFix(id, { ...road, speed: 0, course: 0 });
  }
  const network = createTestNetwork();
  const notices: AlertNotice[] = [];
  const [folder, keychain] = [temporaryFolder(), memoryKeychain()];
  const open = () =>
    openSession(folder, keychain, {
      clock,
      fetch: network.fetch,
      on: { alertNotice: (notice) => notices.push(notice) },
    });
  const pass = async (ms: number) => {
    for (const end = clock.now() + ms; clock.now() < end;) {
      await clock.advance(1_000);
      await network.idle();
    }
  };
  const move = (id: string, to: typeof gate) =>
    running.control.setFix(id, { ...to, speed: 0, course: 0 });
  return { running, open, pass, move, notices };
}

test('a device that comes to a place is notified once, and what happened while Waypost was closed in one line', async () => {
  const { running, open, pass, move, notices } = await setup();
  let session = open();
  await session.connect(credentialsOf(running));
  await pass(2 * minuteMs);
  const { places, placeRules } = session.account();
  places.change({ put: [depot({ name: 'North', shape: circle(7.68, 45.07, 150) })], removed: [] });
  placeRules.change({ put: [rule(1, 'enters'), rule(2, 'leaves')], removed: [] });
  await pass(5 * minuteMs);
  expect(notices).toEqual([]);

  await move('van', gate);
  await pass(5 * minuteMs);
  expect(notices).toMatchObject([
    {
      title: 'van',
      deviceId: 'van',
      body: [{ key: 'place-rules.event.enters.between', values: { place: 'North' } }],
    },
  ]);
  expect(placeRules.events()).toMatchObject([{ trigger: 'enters', deviceId: 'van' }]);
  await session.close();

  await move('van', road);
  await move('bus', gate);
  notices.length = 0;
  session = open();
  await session.connect(credentialsOf(running));
  await pass(5 * minuteMs);
  expect(notices).toMatchObject([
    {
      body: [{ key: 'place-rules.notice.closed', values: { events: 2, devices: 2 } }],
      deviceId: null,
      page: 'place-events',
    },
  ]);
  const { placeRules: again } = session.account();
  expect(again.overview().open).toBe(3);
  again.acknowledge(
    again.events().map(({ id }) => id),
    true,
  );
  expect(again.overview().open).toBe(0);
  again.change({ put: [], removed: [placeId(101), placeId(102)] });
  await move('van', gate);
  await pass(5 * minuteMs);
  expect(notices).toHaveLength(1);
});
