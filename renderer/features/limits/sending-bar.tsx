import type { Format } from '#lib/format';
import type { Sending } from './limit-rows';
import classes from './limits.module.css';

interface SendingBarProps {
  sending: Sending;
  noun: string;
  format: Format;
}

/** How many were sent today, with a bar if the limit is known too. */
export function SendingBar({ sending, noun, format }: SendingBarProps) {
  const { sent, limit, forecast } = sending;
  if (sent === null) return <NotProvided />;
  if (limit === null) {
    return (
      <span title={`${format.count(sent)} ${noun} sent today, no limit`}>{format.count(sent)}</span>
    );
  }
  const text = `${format.count(sent)} of ${format.count(limit)}`;
  if (limit === 0) return <span title={`${text} ${noun} sent today`}>{text}</span>;
  const share = Math.min(1, sent / limit);
  return (
    <span
      className={classes.sending}
      data-outlook={forecast?.outlook}
      title={`${text} ${noun} sent today`}
    >
      <span className={classes.track} aria-hidden>
        <span className={classes.fill} style={{ inlineSize: `${share * 100}%` }} />
      </span>
      <span>{text}</span>
    </span>
  );
}

export function NotProvided() {
  return <span className={classes.missing}>Not provided by the service</span>;
}
