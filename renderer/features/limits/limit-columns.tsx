import { UnstyledButton } from '@mantine/core';
import { checkLimits } from '#shared/domain/expiry';
import type { Draft, LimitsEdit } from '#shared/domain/edit';
import { valueOf } from '#shared/domain/known';
import { clock } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import { fieldWord } from '#lib/field-messages';
import type { Format } from '#lib/format';
import type { DataColumn } from '#ui/data-table';
import { LimitInput } from './limit-input';
import type { LimitRow, Sending } from './limit-rows';
import classes from './limits.module.css';
import { limitsMessages } from './limits-messages';
import { limitsKey } from './limits-draft';
import { texts } from './limits-texts';
import { SendingBar, Unknown } from './sending-bar';
import { limitsEndedText, limitText, outlookText } from './sending-messages';

interface ColumnParts {
  format: Format;
  drafts: ReadonlyMap<string, Draft>;
  /** Whether the service saves limits. */
  isWritable: boolean;
  selectedId: string | null;
  onOpen: (id: string) => void;
  /** Moves from a field to the same field of the next or previous row. */
  onStep: (row: LimitRow, field: keyof LimitsEdit, step: 1 | -1) => void;
}

/** The columns of the table. The two limits are inputs if they can be saved. */
export function limitColumns(parts: ColumnParts): DataColumn<LimitRow>[] {
  const { format, drafts, isWritable, selectedId } = parts;
  const limit = (field: 'dailyEmailLimit' | 'dailySmsLimit', which: 'email' | 'sms') => ({
    header: which === 'email' ? texts.eMailLimit : texts.smsLimit,
    width: 128,
    isSortable: true,
    cell: (row: LimitRow) => {
      if (!isWritable || row.device.unlistedAt !== null) {
        return <PlainLimit sending={row[which]} format={format} />;
      }
      const draft = drafts.get(limitsKey(row.id));
      const edit = (draft?.edit ?? {}) as LimitsEdit;
      return (
        <LimitInput
          key={row.id}
          row={row}
          field={field}
          label={limitsMessages.fieldOf(fieldWord('limits', field), row.label)}
          edit={edit}
          problem={draft && checkLimits(edit, row.device.limits)[field]}
          isReachable={row.id === selectedId}
          onStep={(step) => parts.onStep(row, field, step)}
        />
      );
    },
  });
  const sent = (which: 'email' | 'sms') => ({
    header: which === 'email' ? texts.eMailsToday : texts.smsToday,
    width: 190,
    isSortable: true,
    cell: (row: LimitRow) => <SendingBar sending={row[which]} which={which} format={format} />,
  });
  return [
    {
      id: 'name',
      header: commonTexts.device,
      width: 190,
      grows: true,
      sticks: true,
      isSortable: true,
      cell: (row) => (
        <UnstyledButton
          className={classes.name}
          tabIndex={-1}
          title={limitsMessages.showLimits(row.label)}
          onClick={() => parts.onOpen(row.id)}
        >
          {row.label}
        </UnstyledButton>
      ),
    },
    { id: 'emailLimit', ...limit('dailyEmailLimit', 'email') },
    { id: 'emailSent', ...sent('email') },
    { id: 'smsLimit', ...limit('dailySmsLimit', 'sms') },
    { id: 'smsSent', ...sent('sms') },
    {
      id: 'outlook',
      header: texts.atTheCurrentRate,
      width: 250,
      grows: true,
      isSortable: true,
      cell: (row) => <OutlookText row={row} format={format} />,
    },
  ];
}

function PlainLimit({ sending, format }: { sending: Sending; format: Format }) {
  const text = limitText(sending.limit, format);
  if (sending.limit.is !== 'value') return <Unknown>{text}</Unknown>;
  return <span className={sending.limit.value === null ? classes.quiet : undefined}>{text}</span>;
}

function OutlookText({ row, format }: { row: LimitRow; format: Format }) {
  if (row.endedOn !== null) {
    const ended = limitsEndedText(row.endedOn);
    return <span title={ended}>{ended}</span>;
  }
  const texts = (['email', 'sms'] as const).flatMap((which) => {
    const text = outlookText(row[which], which, clock.now(), format.clock);
    const outlook = valueOf(row[which].inForce) === 0 ? undefined : row[which].forecast?.outlook;
    return text ? [{ text, outlook }] : [];
  });
  if (texts.length === 0) return null;
  return (
    <span title={texts.map(({ text }) => text).join('; ')}>
      {texts.map(({ text, outlook }, index) => (
        <span key={text} className={classes.outlook} data-outlook={outlook}>
          {index > 0 && '; '}
          {text}
        </span>
      ))}
    </span>
  );
}
