import { expect, test, vi } from 'vitest';
import { TrackSigns, type SignMarker, type TrackSign } from './track-signs';

const sign = (id: string, more: Partial<TrackSign> = {}): TrackSign => ({
  id,
  longitude: 1,
  latitude: 2,
  colour: '#000000',
  letters: 'A',
  label: 'Van begins',
  kind: 'end',
  ...more,
});

function setUp() {
  const markers: { of: TrackSign; move: SignMarker['move']; remove: SignMarker['remove'] }[] = [];
  const signs = new TrackSigns((of) => {
    const marker = {
      of,
      move: vi.fn<SignMarker['move']>(),
      remove: vi.fn<SignMarker['remove']>(),
    };
    markers.push(marker);
    return marker;
  });
  return { signs, markers };
}

test('moves the marker of a sign that looks the same, and replaces it otherwise', () => {
  const { signs, markers } = setUp();
  signs.set('end', [sign('a')]);
  signs.set('end', [sign('a', { longitude: 5 })]);
  expect(markers).toHaveLength(1);
  expect(markers[0]!.move).toHaveBeenCalledWith([5, 2]);
  signs.set('end', [sign('a', { letters: 'B' })]);
  expect(markers[0]!.remove).toHaveBeenCalled();
  expect(markers).toHaveLength(2);
});

test('removes what is no longer there, but only of the same kind', () => {
  const { signs, markers } = setUp();
  signs.set('end', [sign('a'), sign('b')]);
  signs.set('cursor', [sign('a', { kind: 'cursor' })]);
  signs.set('end', [sign('b')]);
  const removed = markers.filter(({ remove }) => vi.mocked(remove).mock.calls.length > 0);
  expect(removed.map(({ of }) => of)).toEqual([sign('a')]);
  signs.remove();
  for (const { remove } of markers) expect(remove).toHaveBeenCalledTimes(1);
});
