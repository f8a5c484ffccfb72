import { browserMapAddress, type Coordinates } from '#shared/domain/coordinates';
import { deviceLabel, type Device } from '#shared/domain/device';
import { displayText } from '#shared/domain/text';
import { withStreet, type Whereabouts } from '#shared/places/place';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import type { Format } from '#lib/format';
import { showFault, showToast } from '#lib/toasts';
import { useFormat } from '#lib/use-format';
import { phonesOf } from './device-phone';
import { useFleetStore } from './fleet-store';

/** What is told of a device, or of something that happened to it. */
export interface Told {
  /** null: the service has no record of it. */
  device: Device | null;
  /** The first lines; absent: the name of the device. */
  title?: readonly string[];
  position: Coordinates | null;
  /** When it was there; null: not known. */
  at: number | null;
}

/** The text for somebody who has no Waypost: what, where, when, whom to call, and a link to a map. */
export function textOf(
  { device, title, position, at }: Told,
  place: Whereabouts | null,
  now: number,
  format: Format,
): string {
  const { t } = format;
  const lines = [
    ...(title ?? (device ? [deviceLabel(device)] : [])).map(displayText),
    ...(place ? [t('fleet.asText.place', { place: format.place(place) })] : []),
    position
      ? t('fleet.asText.coordinates', {
          coordinates: format.coordinates(position.latitude, position.longitude),
        })
      : t('fleet.asText.noPosition'),
    ...(at === null
      ? []
      : [t('fleet.asText.reported', { moment: format.moment(at), age: format.age(at, now) })]),
    ...(device
      ? phonesOf(device, format).map(({ text, of }) =>
          t('fleet.asText.phone', { phone: text, owner: of }),
        )
      : []),
    ...(position
      ? [
          t('fleet.asText.map', {
            address: browserMapAddress(position.latitude, position.longitude),
          }),
        ]
      : []),
  ];
  return lines.join('\n');
}

/** Copies what is told of a device, for a message to somebody else; `event`: of something that happened to it. */
export function useCopyAsText() {
  const { client } = useFleetStore();
  const format = useFormat();
  const { t } = format;
  return async (id: string, event?: Omit<Told, 'device'>) => {
    const details = await api.fleet.details({ id });
    if (!details.ok && !event) return showFault(t('fleet.asText.failed'), details.fault);
    const device = details.ok ? details.value.device : null;
    const last = details.ok ? details.value.position : null;
    const told = event ?? { position: last, at: last?.at ?? null };
    const positions = told.position ? [told.position] : [];
    const [[town], streets] = await Promise.all([
      client.places(positions),
      api.maps.streets({ positions }),
    ]);
    const place = withStreet(town ?? null, streets.ok ? streets.value[0] : null);
    const text = textOf({ ...told, device }, place, clock.now(), format);
    const outcome = await api.app.copyText({ text });
    if (!outcome.ok) return showFault(t('fleet.asText.failed'), outcome.fault);
    showToast({ tone: 'info', title: t('fleet.asText.copied') });
  };
}
