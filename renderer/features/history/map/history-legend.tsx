import { SegmentedControl } from '@mantine/core';
import { commonTexts } from '#lib/common-texts';
import { historyMessages } from '../history-messages';
import { texts } from '../history-texts';
import classes from '../history.module.css';
import { historyStore, useHistory } from '../store';

interface HistoryLegendProps {
  /** The upper end of the speed colours, with its unit. */
  maxSpeed: string;
  ramp: readonly string[];
  labels: readonly string[];
  colours: readonly string[];
}

/** What the colours on the map mean, and the choice between speed and device. */
export function HistoryLegend({ maxSpeed, ramp, labels, colours }: HistoryLegendProps) {
  const colourBy = useHistory((state) => state.colourBy);
  return (
    <section className={classes.legend} aria-label={texts.legend} data-covers-map>
      <SegmentedControl
        size="xs"
        aria-label={texts.colourBy}
        value={colourBy}
        data={[
          { value: 'speed', label: texts.speed },
          { value: 'device', label: commonTexts.device },
        ]}
        onChange={(value) => historyStore.setState({ colourBy: value as typeof colourBy })}
      />
      {colourBy === 'speed' ? (
        <span className={classes.speedScale}>
          0
          <span
            className={classes.speedColours}
            style={{ background: `linear-gradient(to right, ${ramp.join(', ')})` }}
            aria-hidden
          />
          {historyMessages.speedAndMore(maxSpeed)}
        </span>
      ) : (
        labels.map((label, i) => (
          <span key={label} className={classes.legendLine}>
            <span className={classes.dot} style={{ background: colours[i] }} aria-hidden />
            <span className={classes.chipName}>{label}</span>
          </span>
        ))
      )}
      <span className={classes.dimmed}>{texts.dashedNoDataInBetween}</span>
    </section>
  );
}
