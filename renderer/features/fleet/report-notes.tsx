import type { DeviceDetails } from '#shared/ipc/fleet';
import { useNow } from '#lib/clock';
import { age } from '#lib/format';
import { checkText } from './check-messages';
import { useFormat } from '#lib/use-format';
import classes from './details.module.css';

/** When the device was last asked for, and what the last answer was if it is not the last report. */
export function ReportNotes({ details, isOld }: { details: DeviceDetails; isOld: boolean }) {
  const now = useNow(1_000);
  const { checkedAt, fix, position } = details;
  const at = fix?.at ?? null;
  const notes = [
    checkText(details, now),
    useAnswerNote(details),
    isOld && at !== null && at <= now && `Values from ${age(at, now)} may be out of date.`,
    checkedAt !== null &&
      !fix &&
      !position &&
      !details.otherAnswer &&
      'The service has no report of this device: it never reported.',
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
  const time = otherAnswer.at === null ? 'unknown time' : format.moment(otherAnswer.at);
  switch (otherAnswer.is) {
    case 'notUnderstood':
      return fix
        ? 'The last answer was not understood. It is under Raw; what is shown here is from an earlier answer.'
        : 'The last answer was not understood. It is under Raw.';
    case 'older':
      return `The service now reports an older position of ${time}. The newest one received is shown.`;
    case 'ahead':
      return `The service now sends a report dated in the future: ${time}. The one before is shown.`;
    case 'none':
      return 'The service now answers without a report. The last one received is shown.';
  }
}
