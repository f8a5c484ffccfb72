import type { ImportedTrack, PointProblem, TrackImport } from '#shared/domain/submission';
import { useFormat } from '#lib/use-format';
import { Notice } from '#ui/notice';
import { page } from '#ui/page';
import { problemText } from './problem-messages';
import { texts } from './submit-texts';
import classes from './submit.module.css';
import { trackMessages } from './track-messages';

interface TrackFactsProps {
  opened: TrackImport;
  track: ImportedTrack;
  /** A problem was clicked: show it on the map. */
  onShow: (problem: PointProblem) => void;
}

/** The contents of a track, how much of it can be sent, and the problems of the rest. */
export function TrackFacts({ opened, track, onShow }: TrackFactsProps) {
  const format = useFormat();
  const { from, to, usable } = track;
  return (
    <section aria-label={texts.whatIsInTheFile} className={classes.facts}>
      <strong className={page.breakable}>{track.name}</strong>
      <span>{trackMessages.points(track, opened.file, format)}</span>
      {from !== null && to !== null && (
        <span>{trackMessages.range(format.moment(from), format.moment(to))}</span>
      )}
      {opened.format === 'csv' && <span className={page.quiet}>{texts.linesOfTheFile}</span>}
      {usable === 0 && (
        <Notice tone="warning" title={texts.noPointOfThisTrack}>
          {track.timed === 0 ? texts.aLocationNeedsTheTime : texts.whatIsWrongWithEach}
        </Notice>
      )}
      {track.notes.map((note) => (
        <span key={note} className={page.quiet}>
          {note}
        </span>
      ))}
      {track.problemCount > 0 && <Problems track={track} onShow={onShow} />}
    </section>
  );
}

function Problems({ track, onShow }: Omit<TrackFactsProps, 'opened'>) {
  const format = useFormat();
  const { problems, problemCount } = track;
  return (
    <>
      <ul className={classes.problems} aria-label={texts.remarksOnPoints}>
        {problems.map((problem) => {
          const text = problemText(problem, format.count);
          return (
            <li key={text}>
              {problem.place ? (
                <button
                  type="button"
                  className={classes.problem}
                  title={texts.showOnTheMap}
                  onClick={() => onShow(problem)}
                >
                  {text}
                </button>
              ) : (
                text
              )}
            </li>
          );
        })}
      </ul>
      {problemCount > problems.length && (
        <span className={page.quiet}>
          {trackMessages.more(problemCount - problems.length, format)}
        </span>
      )}
      {track.usable > 0 && track.refused > 0 && (
        <span className={page.quiet}>{texts.youCanSendTheRest}</span>
      )}
    </>
  );
}
