import { Button, UnstyledButton } from '@mantine/core';
import { Fragment, useMemo, useState } from 'react';
import type { Device } from '#shared/domain/device';
import { knownLimit, type LimitName } from '#shared/domain/device-limits';
import type { Draft, LimitsEdit } from '#shared/domain/edit';
import { checkLimits } from '#shared/domain/expiry';
import { valueOf } from '#shared/domain/known';
import {
  draftStore,
  SaveBar,
  useDrafts,
  useDraftsOf,
  useOpenedDraft,
  useSave,
  useWaits,
  type FieldProblem,
} from '#features/edits';
import { useOpenSession } from '#features/session';
import { useAccountZone } from '#features/settings';
import { clock, useNow } from '#lib/clock';
import { fieldWord } from '#lib/field-values';
import type { Format } from '#lib/format';
import { knownText } from '#lib/known-values';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import type { DataColumn } from '#ui/data-table';
import { focusGridInput, GridInput } from '#ui/field';
import { Notice } from '#ui/notice';
import { readCount } from '#ui/number-field';
import { page } from '#ui/page';
import { useList } from '#ui/use-list';
import { boardText, DeviceBoard, useBoardDevices, useGroupScope } from './device-board';
import {
  isListed,
  limitFilters,
  limitRows,
  limitSortValues,
  outlookText,
  type LimitRow,
  type Sending,
  willReachFilter,
} from './limit-rows';
import {
  BulkLimits,
  expiryWarning,
  fieldText,
  type LimitsField,
  LimitsForm,
  limitsKey,
  limitsValue,
  problemsOf,
  stageLimits,
  limitText,
  sentText,
} from './limits-edit';
import classes from './limits.module.css';

const rowLabel = ({ label }: LimitRow) => label;

/** Every device with its daily limits and today's messages; editable if the service saves limits. */
export function LimitsPage() {
  const format = useFormat();
  const { t } = format;
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const isWritable = useOpenSession()?.capabilities.writesLimits ?? false;
  const { devices, fault } = useBoardDevices();
  const drafts = useDrafts();
  const changed = useDraftsOf('limits');
  const scope = useGroupScope();
  const rows = useMemo(() => devices && limitRows(devices, now, zone), [devices, now, zone]);
  const list = useList({
    within: scope.within,
    rows,
    fault,
    labelOf: rowLabel,
    textOf: boardText,
    filters: useMemo(
      () => limitFilters((id) => drafts.has(limitsKey(id)), format),
      [drafts, format],
    ),
    unfiltered: isListed,
    sortValues: limitSortValues,
  });
  const [isOpen, setOpen] = useState(false);
  const [isBulk, setBulk] = useState(false);
  const open = (id: string) => {
    list.setCurrentId(id);
    setOpen(true);
  };
  const showAll = () => {
    scope.setGroup(null);
    list.clearFilters();
  };
  useOpenedDraft('limits', (key) => {
    showAll();
    open(key.replace(/^limits:/, ''));
  });
  const saving = useSave({
    kind: 'limits',
    warningOf: ({ base, edit }) =>
      expiryWarning(base as unknown as Device, edit as LimitsEdit, zone, format),
  });
  const waits = useWaits();
  const { current, order, selection } = list;
  const columns = limitColumns({
    format,
    drafts,
    isWritable,
    currentId: current?.id ?? null,
    onOpen: open,
    onStep: (row, field, step) => {
      const next = order[order.indexOf(row.id) + step];
      if (next === undefined) return;
      list.setCurrentId(next);
      focusGridInput(`${field}:${next}`);
    },
  });
  const problems = changed.flatMap((draft) =>
    draftProblems(draft, format, (id, field) => {
      showAll();
      open(id);
      focusGridInput(`${field}:${id}`, 'data-form-field');
    }),
  );
  const asOf = useMemo(() => oldestAnswer(devices ?? []), [devices]);
  return (
    <>
      <DeviceBoard
        title={t('limits.title')}
        list={list}
        rows={rows}
        scope={scope}
        urgent={willReachFilter(format)}
        columns={columns}
        rowLabel={rowLabel}
        rowHeight={34}
        note={
          asOf !== null && (
            <AgeText at={asOf} text={(age) => t('limits.countersReceived', { age })} />
          )
        }
        notices={
          <>
            <ReadOnlyNotice isWritable={isWritable} devices={devices} />
            {saving.notice}
          </>
        }
        bulkActions={
          isWritable && (
            <Button size="compact-xs" onClick={() => setBulk(true)}>
              {t('limits.set')}
            </Button>
          )
        }
        onEnter={({ id }) => open(id)}
        onEscape={() => setOpen(false)}
        detail={
          isOpen &&
          current && (
            <LimitsForm
              key={current.id}
              device={current.device}
              isWritable={isWritable}
              zone={zone}
              onClose={() => setOpen(false)}
            />
          )
        }
        footer={
          <SaveBar
            changed={changed.map(({ label }) => label)}
            problems={problems}
            saveLabel={t(changed.length > 1 ? 'limits.review' : 'limits.save')}
            isBusy={saving.isBusy}
            waits={waits}
            onSave={() => saving.save(changed)}
            onDiscard={() => changed.forEach(({ key }) => draftStore.discard(key))}
          />
        }
      />
      {saving.dialogs}
      {isBulk && (
        <BulkLimits
          ids={[...selection.ids]}
          onStarted={selection.clear}
          onClose={() => setBulk(false)}
        />
      )}
    </>
  );
}

/** The validation errors of a draft; each can focus its field. */
const draftProblems = (
  draft: Pick<Draft, 'label' | 'base' | 'edit'>,
  format: Format,
  focus: (id: string, field: LimitsField) => void,
): FieldProblem[] =>
  Object.entries(problemsOf(draft)).map(([field, message]) => ({
    name: format.t('limits.fieldOf', {
      field: fieldWord('limits', field, format),
      device: draft.label,
    }),
    message: format.t(message),
    focus: () => focus((draft.base as Device).id, field as LimitsField),
  }));

/** Since when every counter on the page is known at least; null: not recorded, or no device. */
function oldestAnswer(devices: readonly Device[]): number | null {
  let oldest = Infinity;
  for (const { receivedAt, unlistedAt } of devices) {
    if (unlistedAt === null) oldest = Math.min(oldest, receivedAt ?? 0);
  }
  return oldest > 0 && Number.isFinite(oldest) ? oldest : null;
}

interface ReadOnlyNoticeProps {
  isWritable: boolean;
  devices: readonly Device[] | null;
}

/** Says why the page is read-only, until it is dismissed. */
function ReadOnlyNotice({ isWritable, devices }: ReadOnlyNoticeProps) {
  const { t } = useFormat();
  const [isDismissed, setDismissed] = useState(false);
  if (isWritable || isDismissed || !devices) return null;
  // Without a device nothing is known about its limits.
  const isProvided = devices.length === 0 || devices.some(({ limits }) => limits !== null);
  return (
    <div className={page.notices}>
      <Notice
        tone="info"
        title={t(isProvided ? 'limits.readOnly' : 'limits.notProvided')}
        onDismiss={() => setDismissed(true)}
      >
        {t(isProvided ? 'limits.readOnly.help' : 'limits.notProvided.help')}
      </Notice>
    </div>
  );
}

interface ColumnParts {
  format: Format;
  drafts: ReadonlyMap<string, Draft>;
  /** Whether the service saves limits. */
  isWritable: boolean;
  /** Its fields are reachable by Tab, so that Tab leaves the table after them. */
  currentId: string | null;
  onOpen: (id: string) => void;
  /** Moves from a field to the same field of the next or previous row. */
  onStep: (row: LimitRow, field: LimitName, step: 1 | -1) => void;
}

/** The columns of the table. The two limits are inputs if they can be saved. */
function limitColumns(parts: ColumnParts): DataColumn<LimitRow>[] {
  const { format } = parts;
  const { t } = format;
  const limit = (which: 'email' | 'sms', field: LimitName) => ({
    header: t(`limits.column.${which}Limit`),
    width: 98,
    cell: (row: LimitRow) =>
      parts.isWritable && isListed(row) ? (
        <LimitInput
          key={row.id}
          row={row}
          field={field}
          draft={parts.drafts.get(limitsKey(row.id))}
          isReachable={row.id === parts.currentId}
          onStep={(step) => parts.onStep(row, field, step)}
        />
      ) : (
        <PlainLimit sending={row[which]} format={format} />
      ),
  });
  const sent = (which: 'email' | 'sms') => ({
    header: t(which === 'email' ? 'limits.column.emailsToday' : 'limits.column.smsToday'),
    width: 94,
    grows: true,
    cell: (row: LimitRow) => <SendingBar sending={row[which]} which={which} format={format} />,
  });
  return [
    {
      id: 'name',
      header: t('common.device'),
      width: 216,
      grows: true,
      sticks: true,
      cell: (row) => (
        <UnstyledButton
          className={classes.name}
          tabIndex={-1}
          title={t('limits.showOf', { device: row.label })}
          onClick={() => parts.onOpen(row.id)}
        >
          {row.label}
        </UnstyledButton>
      ),
    },
    { id: 'emailLimit', ...limit('email', 'dailyEmailLimit') },
    { id: 'emailSent', ...sent('email') },
    { id: 'smsLimit', ...limit('sms', 'dailySmsLimit') },
    { id: 'smsSent', ...sent('sms') },
    {
      id: 'outlook',
      header: t('limits.column.outlook'),
      width: 200,
      grows: true,
      cell: (row) => <Outlook row={row} format={format} />,
    },
  ];
}

interface LimitInputProps {
  row: LimitRow;
  field: LimitName;
  draft: Draft | undefined;
  isReachable: boolean;
  onStep: (step: 1 | -1) => void;
}

/** A limit as an input in the table. Each change is staged and marked until it is saved. */
function LimitInput({ row, field, draft, isReachable, onStep }: LimitInputProps) {
  const format = useFormat();
  const { t } = format;
  const { device } = row;
  const edit = (draft?.edit ?? {}) as LimitsEdit;
  const isChanged = Object.hasOwn(edit, field);
  const saved = limitsValue(device, field);
  const known = knownLimit(device, field);
  const value = fieldText(isChanged ? edit[field] : saved);
  const problem = draft && checkLimits(edit, device.limits)[field];
  // The typed text, if it differs from the text of its value ("050").
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <GridInput
      name={`${field}:${row.id}`}
      label={t('limits.fieldOf', { field: fieldWord('limits', field, format), device: row.label })}
      inputMode="numeric"
      value={typed !== null && fieldText(readCount(typed)) === value ? typed : value}
      unsavedOver={isChanged ? knownText(known, String, t('common.noLimit'), format) : undefined}
      problem={problem && t(problem)}
      placeholder={knownText(known, String, t('limits.noLimit'), format)}
      isReachable={isReachable}
      onType={(text) => {
        setTyped(text);
        stageLimits(device, { [field]: readCount(text) });
      }}
      onRevert={() => {
        setTyped(null);
        stageLimits(device, { [field]: saved });
      }}
      onStep={onStep}
      onBlur={() => setTyped(null)}
    />
  );
}

function PlainLimit({ sending, format }: { sending: Sending; format: Format }) {
  const text = limitText(sending.limit, format);
  if (sending.limit.is !== 'value') return <Unknown>{text}</Unknown>;
  return <span className={sending.limit.value === null ? page.quiet : undefined}>{text}</span>;
}

interface SendingBarProps {
  sending: Sending;
  which: 'email' | 'sms';
  format: Format;
}

/** How many were sent, with a bar if they were sent today and the limit is known too. */
function SendingBar({ sending, which, format }: SendingBarProps) {
  const { sent, forecast } = sending;
  const text = sentText(sent, sending.inForce, format);
  const count = valueOf(sent);
  if (count === null) return <Unknown>{text}</Unknown>;
  const limit = valueOf(sending.inForce);
  const title = format.t(which === 'email' ? 'limits.sent.emails' : 'limits.sent.sms', {
    sent: text,
  });
  if (count.daysAgo !== 0) return <Unknown title={title}>{text}</Unknown>;
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
function Unknown({ children, title = children }: { children: string; title?: string }) {
  return (
    <span className={classes.missing} title={title}>
      {children}
    </span>
  );
}

/** When each limit will be reached. */
function Outlook({ row, format }: { row: LimitRow; format: Format }) {
  if (row.endedOn !== null) {
    const ended = format.t('limits.outlook.ended', { day: format.calendarDay(row.endedOn) });
    return <bdi title={ended}>{ended}</bdi>;
  }
  const outlooks = (['email', 'sms'] as const).flatMap((which) => {
    const text = outlookText(row[which], which, clock.now(), format);
    const outlook = valueOf(row[which].inForce) === 0 ? undefined : row[which].forecast?.outlook;
    return text ? [{ text, outlook }] : [];
  });
  const [first, second] = outlooks;
  if (!first) return null;
  const title = second
    ? format.t('limits.outlook.both', { email: first.text, sms: second.text })
    : first.text;
  return (
    <span title={title}>
      {outlooks.map(({ text, outlook }, index) => (
        <Fragment key={text}>
          {index > 0 && ' · '}
          <span className={classes.outlook} data-outlook={outlook}>
            {text}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
