import type { Outcome } from '#shared/fault';
import type { MapPictureFormat, MapSheet } from '#shared/ipc/maps';
import { statusMirror } from '#features/status';
import { api } from '#lib/api';
import type { ColourScheme } from '#lib/device-state-look';
import type { Format } from '#lib/format';
import { showFault } from '#lib/toasts';
import { useAction } from '#lib/use-action';
import { currentFormat, useFormat } from '#lib/use-format';
import { showWritten } from '#lib/written-file';
import { stateOutlines } from '#ui/state-badge';
import { composeSheet, countsInView, legendOf, pngOf, withMarks } from './map-picture';
import type { MapStore } from './store';

interface SaveMapProps {
  store: MapStore;
  theme: ColourScheme;
}

/** A kind of file, or the printer. */
type SaveAs = MapPictureFormat | 'print';

/** Saves or prints the map as it is on screen; main asks for the file or the printer. */
export function useSaveMap(props: SaveMapProps) {
  const format = useFormat();
  return useAction(async (as: SaveAs) => {
    const picture = await pictureOf(props, format, as);
    const outcome = picture ? await send(as, picture) : tooLarge();
    const { t } = currentFormat();
    if (!outcome.ok)
      showFault(as === 'print' ? t('map.save.notPrinted') : t('map.save.notSaved'), outcome.fault);
    return outcome;
  });
}

interface Picture {
  png: string;
  sheet: MapSheet;
}

const tooLarge = (): Outcome<void> => ({
  ok: false,
  fault: { kind: 'invalid', message: currentFormat().t('map.save.tooLarge') },
});

async function send(as: SaveAs, picture: Picture): Promise<Outcome<unknown>> {
  if (as === 'print') return api.mapPicture.print(picture);
  const outcome = await api.mapPicture.save({ format: as, ...picture });
  if (outcome.ok && outcome.value) showWritten(outcome.value);
  return outcome;
}

async function pictureOf(
  { store, theme }: SaveMapProps,
  format: Format,
  as: SaveAs,
): Promise<Picture | null> {
  const { t } = format;
  const { engine, marker, heat, heatNotes } = store.getState();
  if (!engine) return null;
  const captured = await engine.capture();
  const { value: status } = statusMirror.getState();
  const asOf = status?.asOf ?? null;
  const visible = engine.visible();
  const legend = visible
    ? legendOf(countsInView(visible, engine.view()), stateOutlines, {
        // Paper is white.
        theme: as === 'png' ? theme : 'light',
        format,
      })
    : [];
  const notes = [
    heat === 'off' ? null : t(`map.heat.title.${heat}`),
    ...heatNotes.map((note) => t(note)),
    marker &&
      t('map.sheet.marker', {
        place: format.coordinates(marker.latitude, marker.longitude),
      }),
    captured.isComplete ? null : t('map.sheet.incomplete'),
  ];
  const dataTime = () => {
    if (asOf === null) return t('map.sheet.noData');
    const moment = format.moment(asOf);
    return status?.mode === 'offline'
      ? t('map.sheet.dataAsOfOffline', { moment })
      : t('map.sheet.dataAsOf', { moment });
  };
  const sheet: MapSheet = {
    title: t('map.sheet.title'),
    dataTime: dataTime(),
    legendTitle: legend.length > 0 ? t('map.sheet.legend') : t('map.sheet.legendEmpty'),
    legend,
    notes: notes.filter((note) => note !== null),
    attribution: captured.attribution,
  };
  const marked = withMarks(captured, theme, marker && engine.project(marker));
  const canvas = as === 'png' ? composeSheet(marked, sheet, { theme, t }) : marked.canvas;
  const png = await pngOf(canvas);
  return png === null ? null : { png, sheet };
}
