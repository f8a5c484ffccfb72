import { Button, NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { dayInZone, isCalendarDay, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import { areMembersKnown, groupLabel } from '#shared/domain/group';
import { mostReportedDevices, type ReportFormat } from '#shared/domain/history';
import { ExportStatus, FetchBar } from '#features/history';
import { ListUnknown, useGroups, useKnownGroups } from '#features/edits';
import { createAccountStore } from '#lib/account-scope';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import { fileName } from '#lib/file-texts';
import { groupChoiceLabel, groupMembersGap } from '#lib/known-text';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { DateField } from '#ui/date-field';
import { Dialog } from '#ui/dialog';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import { reportMessages as messages } from './report-messages';
import classes from './reports.module.css';

/** The devices that a report was asked for. */
interface ReportOf {
  deviceIds: readonly string[];
  /** The name, if it is one device. */
  label: string | null;
}

const closed = { isOpen: false, of: null } as const;

const store = createAccountStore<{ isOpen: boolean; of: ReportOf | null }>(closed);

/** The dialog of daily reports. */
export const reportStore = {
  ...store,
  /** null: a group is chosen in the dialog. */
  open: (of: ReportOf | null) => store.setState({ isOpen: true, of }),
  close: () => store.setState(closed),
};

/** Writes the report of one day. */
export function ReportDialog() {
  const { isOpen, of } = useStore(reportStore);
  if (!isOpen) return null;
  return (
    <Dialog opened size={560} title={messages.title} onClose={() => reportStore.close()}>
      <Report of={of} />
    </Dialog>
  );
}

/** The devices that were selected, and every group. */
function useChoices(of: ReportOf | null) {
  const { counted, count } = useFormat();
  const groups = useGroups();
  const chosen = of && {
    value: '',
    label: of.label ?? messages.chosen({ devices: counted(of.deviceIds.length, 'device') }),
    deviceIds: of.deviceIds,
    isIncomplete: false,
  };
  const ofGroups = groups.map((group) => {
    const deviceIds = [...new Set(group.deviceIds)];
    const isIncomplete = !areMembersKnown(group);
    const known = { name: groupLabel(group), count: deviceIds.length, isIncomplete };
    const label = messages.group({ group: groupChoiceLabel(known, count) });
    return { value: group.id, label, deviceIds, isIncomplete };
  });
  return [...(chosen ? [chosen] : []), ...ofGroups];
}

function Report({ of }: { of: ReportOf | null }) {
  const { timeZone, count } = useFormat();
  const choices = useChoices(of);
  const known = useKnownGroups();
  const [value, setValue] = useState<string | null>(null);
  const today = dayInZone(clock.now(), timeZone);
  // Yesterday is the last whole day.
  const [day, setDay] = useState(() => plusDays(today, -1));
  const choice = choices.find((each) => each.value === value) ?? choices[0];
  if (!choice) {
    return (
      <EmptyList>
        {known.is === 'value' ? messages.noDevices : <ListUnknown name="groups" known={known} />}
      </EmptyList>
    );
  }
  const { deviceIds, isIncomplete } = choice;
  const problem = problemOf(choice, count);
  const isDay = isCalendarDay(day);
  const hasBegun = isDay && day <= today;
  return (
    <div className={classes.form}>
      <div className={classes.fields}>
        <NativeSelect
          size="xs"
          label={messages.devices}
          value={choice.value}
          data={choices.map(({ value: id, label }) => ({ value: id, label }))}
          error={problem}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <DateField
          size="xs"
          label={messages.day}
          value={day}
          error={isDay && !hasBegun ? messages.notBegun : null}
          onChange={setDay}
        />
      </div>
      <p className={page.quiet}>{messages.content}</p>
      {isIncomplete && deviceIds.length > 0 && <p className={page.quiet}>{groupMembersGap}</p>}
      {problem === null && hasBegun && <Ready deviceIds={deviceIds} day={day} />}
    </div>
  );
}

function problemOf(
  { deviceIds, isIncomplete }: { deviceIds: readonly string[]; isIncomplete: boolean },
  count: (value: number) => string,
) {
  if (deviceIds.length === 0) return isIncomplete ? groupMembersGap : messages.emptyGroup;
  return deviceIds.length > mostReportedDevices
    ? messages.tooMany({ most: count(mostReportedDevices) })
    : null;
}

/** What is loaded of the day, and the buttons that write the report. */
function Ready({ deviceIds, day }: { deviceIds: readonly string[]; day: string }) {
  const { timeZone } = useFormat();
  const [written, setWritten] = useState<string | null>(null);
  const range = useMemo(
    () => ({
      from: startOfDayInZone(day, timeZone),
      to: startOfDayInZone(plusDays(day, 1), timeZone) - 1,
    }),
    [day, timeZone],
  );
  const write = useAction(async (format: ReportFormat) => {
    setWritten(null);
    const outcome = await api.reports.write({ deviceIds: [...deviceIds], day, timeZone, format });
    if (outcome.ok) setWritten(outcome.value?.file ?? null);
    return outcome;
  });
  return (
    <>
      {(['locations', 'alerts'] as const).map((log) => (
        <section key={log} aria-label={messages[log]}>
          <h3 className={classes.log}>{messages[log]}</h3>
          <FetchBar log={log} deviceIds={deviceIds} range={range} label="load" />
        </section>
      ))}
      <p className={page.quiet}>{messages.notComplete}</p>
      {write.fault && <FaultNotice fault={write.fault} context="open" onDismiss={write.dismiss} />}
      <div className={page.row}>
        <Button size="xs" disabled={write.isBusy} onClick={() => void write.run('pdf')}>
          {messages.pdf}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={write.isBusy}
          onClick={() => void write.run('xlsx')}
        >
          {messages.xlsx}
        </Button>
        <ExportStatus />
      </div>
      <p className={classes.written} aria-live="polite" title={written ?? undefined}>
        {written && messages.written({ file: fileName(written) })}
      </p>
    </>
  );
}
