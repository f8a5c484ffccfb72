import type { DeviceDetails } from '#shared/ipc/fleet';
import { correctedTime, isBehind } from '#shared/domain/device-state';
import { clock, useNow } from '#lib/clock';
import { age } from '#lib/format';
import { checkText } from './check-messages';
import { useFormat } from '#lib/use-format';
import classes from './details.module.css';
import { texts } from './fleet-texts';
import { messages } from './fleet-messages';

/** When the device was last asked for, and what the last answer was if it is not the last report. */
export function ReportNotes({ details, isOld }: { details: DeviceDetails; isOld: boolean }) {
  const now = useNow(1_000);
  const { checkedAt, fix, position } = details;
  const at = fix?.at ?? null;
  const notes = [
    checkText(details, now),
    useAnswerNote(details),
    isOld &&
      at !== null &&
      at <= now &&
      !isBehind(at, now) &&
      messages.mayBeOutOfDate(age(at, now)),
    checkedAt !== null && !fix && !position && !details.otherAnswer && texts.theServiceHasNoReport,
  ].filter((note) => typeof note === 'string');
  return (
    <>
      {notes.map((note) => (
        <span key={note} className={classes.reportNote}>
          {note}
        </span>
      ))}
    </>
  );
}

function useAnswerNote({ otherAnswer, fix }: DeviceDetails): string | null {
  const format = useFormat();
  if (otherAnswer === null) return null;
  const time = otherAnswer.at === null ? texts.unknownTime : format.moment(otherAnswer.at);
  switch (otherAnswer.is) {
    case 'notUnderstood':
      return fix ? texts.theLastAnswerWasNot : texts.theLastAnswerWasNotUnderstood;
    case 'older':
      return messages.olderPositionReported(time);
    case 'ahead':
      return messages.futureReportSent(time);
    case 'behind': {
      const corrected = otherAnswer.at === null ? null : correctedTime(otherAnswer.at, clock.now());
      return corrected === null
        ? messages.behindReportSent(time)
        : messages.behindReportCorrected(time, format.moment(corrected));
    }
    case 'none':
      return texts.theServiceNowAnswersWithout;
  }
}
