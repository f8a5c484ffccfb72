import { CloseButton, Menu } from '@mantine/core';
import { IconPhotoDown } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import type { MapPictureFormat, MapSheet } from '#shared/ipc/maps';
import { statusMirror } from '#features/status';
import { api } from '#lib/api';
import type { ColourScheme } from '#lib/device-state-look';
import { fileName } from '#lib/file-texts';
import { coordinates, type Format } from '#lib/format';
import { useAction, type Action } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { stateOutlines } from '#ui/state-badge';
import { texts } from '../map-texts';
import type { MapStore } from '../store';
import { composeSheet, pngOf, withMarks } from './compose-picture';
import type { MapTools } from './map-tools';
import { countsInView, legendOf } from './sheet';
import { ToolButton } from './tool-button';
import { toolMessages as messages } from './tool-messages';
import classes from './tools.module.css';

interface SaveOptions {
  store: MapStore;
  tools: MapTools;
  theme: ColourScheme;
  /** What the heat shows, in words; null: there is none. */
  heatText: string | null;
}

/** A kind of file, or the printer. */
type SaveAs = MapPictureFormat | 'print';

export interface SaveMap extends Action<[SaveAs]> {
  /** The file that was written a moment ago. */
  written: string | null;
  dismissWritten: () => void;
}

const shownMs = 8_000;

/** Saves or prints the map as it is on screen; main asks for the file or the printer. */
export function useSaveMap(options: SaveOptions): SaveMap {
  const [written, setWritten] = useState<string | null>(null);
  const format = useFormat();
  const action = useAction(async (as: SaveAs) => {
    setWritten(null);
    const picture = await pictureOf(options, format, as);
    if (!picture) return { ok: false, fault: { kind: 'invalid', message: messages.tooLarge } };
    if (as === 'print') return api.mapPicture.print(picture);
    const outcome = await api.mapPicture.save({ format: as, ...picture });
    if (outcome.ok) setWritten(outcome.value?.file ?? null);
    return outcome;
  });
  const dismissWritten = useCallback(() => setWritten(null), []);
  useEffect(() => {
    if (written === null) return undefined;
    const timer = setTimeout(dismissWritten, shownMs);
    return () => clearTimeout(timer);
  }, [written, dismissWritten]);
  return { ...action, written, dismissWritten };
}

async function pictureOf(
  { store, tools, theme, heatText }: SaveOptions,
  format: Format,
  as: SaveAs,
): Promise<{ png: string; sheet: MapSheet } | null> {
  const { marker, coordinateStyle, heat } = store.getState();
  const captured = await tools.capture();
  const { value: status } = statusMirror.getState();
  const asOf = status?.asOf ?? null;
  const dataAsOf = status?.mode === 'offline' ? messages.dataAsOfOffline : messages.dataAsOf;
  const visible = tools.visible();
  const legend = visible
    ? legendOf(countsInView(visible, tools.view()), stateOutlines, {
        // Paper is white.
        theme: as === 'png' ? theme : 'light',
        count: format.count,
      })
    : [];
  const notes = [
    heat === 'off' ? null : messages.heatTitles[heat],
    heatText,
    marker && messages.markerNote(coordinates(marker.latitude, marker.longitude, coordinateStyle)),
    captured.isComplete ? null : messages.incomplete,
  ];
  const sheet: MapSheet = {
    title: messages.title,
    dataTime: asOf === null ? messages.noData : dataAsOf(format.moment(asOf)),
    legendTitle: legend.length > 0 ? messages.legend : messages.legendEmpty,
    legend,
    notes: notes.filter((note) => note !== null),
    attribution: captured.attribution,
  };
  const marked = withMarks(captured, theme, marker && tools.project(marker));
  const canvas = as === 'png' ? composeSheet(marked, sheet, theme) : marked.canvas;
  const png = await pngOf(canvas);
  return png === null ? null : { png, sheet };
}

/** Chooses the kind of file, or the printer. */
export function SaveMenu({ save }: { save: SaveMap }) {
  return (
    <Menu position="left-start" withArrow>
      <Menu.Target>
        <ToolButton name={messages.save} loading={save.isBusy}>
          <IconPhotoDown size={18} />
        </ToolButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{messages.save}</Menu.Label>
        <Menu.Item onClick={() => void save.run('png')}>{messages.savePng}</Menu.Item>
        <Menu.Item onClick={() => void save.run('pdf')}>{messages.savePdf}</Menu.Item>
        <Menu.Item onClick={() => void save.run('print')}>{messages.print}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** How saving went. */
export function SaveResult({ save }: { save: SaveMap }) {
  const { written, fault } = save;
  return (
    <>
      {written !== null && (
        <div className={classes.saved} role="status">
          <span title={written}>{messages.saved(fileName(written))}</span>
          <CloseButton size="xs" aria-label={texts.dismiss} onClick={save.dismissWritten} />
        </div>
      )}
      {fault && <FaultNotice fault={fault} context="open" onDismiss={save.dismiss} />}
    </>
  );
}
