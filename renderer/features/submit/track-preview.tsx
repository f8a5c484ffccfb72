import { useEffect, useState } from 'react';
import type { ImportedTrack } from '#shared/domain/submission';
import { importedKey, type TrackMapEngine } from '#engines/tracks';
import { TrackMap } from '#features/map';
import { useColourScheme } from '#features/settings';
import type { ColourScheme } from '#lib/device-state-look';
import { useFormat } from '#lib/use-format';
import { trackStore, useTrack, useTrackColumns } from './submissions';
import classes from './submit.module.css';

const lineColour = '#1f6fb2';
const problemColours: Record<ColourScheme, Record<'refused' | 'doubtful', string>> = {
  light: { refused: '#b3261e', doubtful: '#b26a00' },
  dark: { refused: '#f2736b', doubtful: '#f0b24a' },
};

/** The points that would be sent, drawn as in the history, and those with problems. */
export function TrackPreview({ track }: { track: ImportedTrack | null }) {
  const theme = useColourScheme();
  const { t, said, moment } = useFormat();
  const [engine, setEngine] = useState<TrackMapEngine | null>(null);
  const shown = useTrack((state) => state.shown);
  const key = useTrack(({ opened }) => opened && track && importedKey(opened.token, track.index));
  const columns = useTrackColumns(track);

  useEffect(() => {
    if (!engine) return;
    if (!columns || key === null) return engine.setTracks([]);
    engine.setTracks([{ key, measure: 'speed', maxValue: 30, colour: lineColour }]);
    engine.fit();
  }, [engine, columns, key]);

  useEffect(() => {
    const last = columns ? columns.count - 1 : -1;
    const label = (end: 'start' | 'end', at: number) => {
      if (Number.isNaN(at)) return t(end === 'start' ? 'submit.track.begins' : 'submit.track.ends');
      return t(end === 'start' ? 'submit.track.beginsAt' : 'submit.track.endsAt', {
        time: moment(at),
      });
    };
    const sign = (row: number, end: 'start' | 'end', at: number) => ({
      id: end,
      longitude: columns!.longitude[row]!,
      latitude: columns!.latitude[row]!,
      colour: lineColour,
      letters: t(`history.map.${end}`),
      label: label(end, at),
      kind: 'end' as const,
      side: end === 'start' ? ('left' as const) : ('right' as const),
    });
    const ends =
      last < 0 ? [] : [sign(0, 'start', columns!.at[0]!), sign(last, 'end', columns!.at[last]!)];
    engine?.setSigns('end', ends);
  }, [engine, columns, t, moment]);

  const problems = track?.problems;
  useEffect(() => {
    engine?.setPoints(
      (problems ?? []).flatMap((problem) =>
        problem.place
          ? [
              {
                ...problem.place,
                id: String(problem.point),
                colour: problemColours[theme][problem.refused ? 'refused' : 'doubtful'],
                isSelected: problem.point === shown?.point,
                isOneOfMany: false,
              },
            ]
          : [],
      ),
    );
  }, [engine, problems, shown, theme]);
  useEffect(() => {
    if (shown?.place) engine?.fit([shown.place]);
  }, [engine, shown]);

  return (
    <TrackMap
      label={t('submit.track.map')}
      theme={theme}
      onEngine={setEngine}
      onSelectPoint={(id) => {
        const problem = problems?.find(({ point }) => String(point) === id);
        if (problem) trackStore.show(problem);
      }}
    >
      {shown && (
        <p className={classes.shown} role="status">
          {said(shown.message)}
        </p>
      )}
    </TrackMap>
  );
}
