import { valueOf } from '#shared/domain/known';
import type { Format } from '#lib/format';
import type { Sending } from './limit-rows';
import classes from './limits.module.css';
import { sentText, sentTitles } from './sending-messages';

interface SendingBarProps {
  sending: Sending;
  which: 'email' | 'sms';
  format: Format;
}

/** How many were sent, with a bar if they were sent today and the limit is known too. */
export function SendingBar({ sending, which, format }: SendingBarProps) {
  const { sent, forecast } = sending;
  const text = sentText(sent, sending.inForce, format);
  const count = valueOf(sent);
  if (count === null) return <Unknown>{text}</Unknown>;
  const limit = valueOf(sending.inForce);
  const isToday = count.daysAgo === 0;
  const title = sentTitles[which](text);
  if (!isToday) return <Unknown title={title}>{text}</Unknown>;
  if (limit === null || limit === 0) return <span title={title}>{text}</span>;
  const share = Math.min(1, count.count / limit);
  return (
    <span className={classes.sending} data-outlook={forecast?.outlook} title={title}>
      <span className={classes.track} aria-hidden>
        <span className={classes.fill} style={{ inlineSize: `${share * 100}%` }} />
      </span>
      <span>{text}</span>
    </span>
  );
}

/** A text in place of a value of today. */
export function Unknown({ children, title = children }: { children: string; title?: string }) {
  return (
    <span className={classes.missing} title={title}>
      {children}
    </span>
  );
}
