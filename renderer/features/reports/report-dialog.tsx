import { Button, Checkbox, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  dayInZone,
  daysBetween,
  isCalendarDay,
  plusDays,
  startOfDayInZone,
} from '#shared/domain/calendar';
import { areMembersKnown, groupLabel } from '#shared/domain/group';
import {
  mostReportedDays,
  mostReportedDevices,
  mostReportedMaps,
  type ReportFormat,
} from '#shared/domain/history';
import type { Translate } from '#shared/i18n/translate';
import { DevicePicker, type ChosenDevice } from '#features/fleet';
import { useDeviceNames, useGroups } from '#features/edits';
import {
  closeReport,
  ExportStatus,
  FetchBar,
  useReportRequest,
  type ReportRequest,
} from '#features/history';
import { useSettings } from '#features/settings';
import { inAccount } from '#lib/account-scope';
import { api } from '#lib/api';
import { changeSettings } from '#lib/change-settings';
import { clock } from '#lib/clock';
import { groupChoiceLabel } from '#lib/known-values';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { showWritten } from '#lib/written-file';
import { DateField } from '#ui/date-field';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import { drawReportMaps } from './report-maps';
import classes from './reports.module.css';

/** Shares days of devices as a document, a picture or a workbook. */
export function ReportDialog() {
  const { t } = useFormat();
  const asked = useReportRequest();
  if (!asked) return null;
  return (
    <Dialog
      data-guide="daily-report"
      opened
      size={560}
      title={t('reports.title')}
      onClose={closeReport}
    >
      <Report asked={asked} />
    </Dialog>
  );
}

/** What the report is about, as a value of the list. */
interface Choice {
  value: string;
  label: string;
  deviceIds: readonly string[];
  /** Of a group whose members are not all known. */
  isIncomplete: boolean;
}

/** The devices on screen or selected, devices to be picked, and every group. */
function useChoices(asked: ReportRequest, picked: readonly ChosenDevice[]): Choice[] {
  const format = useFormat();
  const { t } = format;
  const { deviceIds } = asked;
  const nameOf = useDeviceNames(deviceIds);
  const [only] = deviceIds.length === 1 ? deviceIds : [];
  const label =
    only === undefined ? t('reports.devices.chosen', { count: deviceIds.length }) : nameOf(only);
  const chosen = { value: '', label, deviceIds, isIncomplete: false };
  const ofGroups = useGroups().map((group) => {
    const members = [...new Set(group.deviceIds)];
    const isIncomplete = !areMembersKnown(group);
    const known = { name: groupLabel(group), count: members.length, isIncomplete };
    const text = t('reports.devices.group', { group: groupChoiceLabel(known, format) });
    return { value: group.id, label: text, deviceIds: members, isIncomplete };
  });
  return [
    ...(deviceIds.length > 0 ? [chosen] : []),
    {
      value: pick,
      label: t('reports.devices.pick'),
      deviceIds: picked.map(({ id }) => id),
      isIncomplete: false,
    },
    ...ofGroups,
  ];
}

const pick = '+';

function Report({ asked }: { asked: ReportRequest }) {
  const { t, timeZone: usualZone } = useFormat();
  const timeZone = asked.timeZone ?? usualZone;
  const [picked, setPicked] = useState<readonly ChosenDevice[]>([]);
  const choices = useChoices(asked, picked);
  const [value, setValue] = useState<string | null>(null);
  const { reportCompany } = useSettings();
  const [form, setForm] = useState<ReportForm>({
    company: reportCompany,
    format: 'pdf',
    content: { map: true, alerts: false, coordinates: false },
  });
  const today = dayInZone(clock.now(), timeZone);
  // Yesterday is the last whole day.
  const [days, setDays] = useState(
    () => asked.days ?? { from: plusDays(today, -1), to: plusDays(today, -1) },
  );
  const choice = choices.find((each) => each.value === value) ?? choices[0]!;
  const { deviceIds, isIncomplete } = choice;
  const problem = problemOf(choice, t);
  const dayProblem = problemOfDays(days, today, t);
  return (
    <div className={classes.form}>
      <div className={classes.fields}>
        <NativeSelect
          size="xs"
          label={t('reports.devices')}
          value={choice.value}
          data={choices.map(({ value: id, label }) => ({ value: id, label }))}
          error={choice.value === pick ? null : problem}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <DateField
          size="xs"
          label={t('reports.from')}
          value={days.from}
          onChange={(from) =>
            setDays({ from, to: days.to === days.from || days.to < from ? from : days.to })
          }
        />
        <DateField
          size="xs"
          label={t('reports.to')}
          value={days.to}
          error={dayProblem}
          onChange={(to) => setDays({ ...days, to })}
        />
      </div>
      {choice.value === pick && (
        <DevicePicker
          label={t('reports.devices.picked')}
          placeholder={t('reports.devices.pick')}
          chosen={picked}
          most={mostReportedMaps}
          onChange={setPicked}
        />
      )}
      {isIncomplete && deviceIds.length > 0 && (
        <p className={page.quiet}>{t('common.groupMembersGap')}</p>
      )}
      {problem === null && dayProblem === null && (
        <Ready {...{ deviceIds, days, timeZone, form }} onChange={setForm} />
      )}
    </div>
  );
}

function problemOf({ value, deviceIds, isIncomplete }: Choice, t: Translate): string | null {
  if (deviceIds.length === 0) {
    if (value === pick) return t('reports.devices.none');
    return isIncomplete ? t('common.groupMembersGap') : t('reports.devices.emptyGroup');
  }
  return deviceIds.length > mostReportedDevices
    ? t('reports.devices.tooMany', { most: mostReportedDevices })
    : null;
}

function problemOfDays(
  { from, to }: { from: string; to: string },
  today: string,
  t: Translate,
): string | null {
  // The field says itself what is no date.
  if (!isCalendarDay(from) || !isCalendarDay(to)) return '';
  if (from > to) return t('reports.days.order');
  if (to > today) return t('reports.days.notBegun');
  return daysBetween(from, to) >= mostReportedDays
    ? t('reports.days.tooMany', { most: mostReportedDays })
    : null;
}

/** What is chosen and typed; it stays while the devices or days cannot be reported. */
interface ReportForm {
  company: string;
  format: ReportFormat;
  content: { map: boolean; alerts: boolean; coordinates: boolean };
}

interface ReadyProps {
  deviceIds: readonly string[];
  days: { from: string; to: string };
  timeZone: string;
  form: ReportForm;
  onChange: (form: ReportForm) => void;
}

/** What is loaded of the days, what the report has in it, and the button that writes it. */
function Ready({ deviceIds, days: { from, to }, timeZone, form, onChange }: ReadyProps) {
  const { t } = useFormat();
  const { reportCompany } = useSettings();
  const { company, content } = form;
  const [drawn, setDrawn] = useState<number | null>(null);
  const days = useMemo(
    () => Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => plusDays(from, i)),
    [from, to],
  );
  const range = useMemo(
    () => ({
      from: startOfDayInZone(from, timeZone),
      // Of a day that is not over, what the page History asks for.
      to: Math.min(startOfDayInZone(plusDays(to, 1), timeZone) - 1, clock.now()),
    }),
    [from, to, timeZone],
  );
  const pages = deviceIds.length * days.length;
  const written = pages > 1 && form.format === 'png' ? 'pdf' : form.format;
  const canHaveMap = pages <= mostReportedMaps;
  const hasMap = canHaveMap && content.map && written !== 'xlsx';
  const writing = useRef<AbortController | null>(null);
  // Closed, or another account: nothing is asked or closed any more.
  useEffect(() => () => writing.current?.abort(), []);
  const write = useAction(async () => {
    const { signal } = (writing.current = new AbortController());
    const name = company.trim();
    if (name !== reportCompany) void changeSettings({ reportCompany: name });
    const of = { deviceIds, days, timeZone, signal, onDrawn: setDrawn };
    if (hasMap) setDrawn(0);
    const maps = hasMap ? await drawReportMaps(of) : ({ ok: true, value: [] } as const);
    setDrawn(null);
    if (!maps.ok || !maps.value) return maps;
    const outcome = await inAccount(
      api.reports.write({
        deviceIds: [...deviceIds],
        days: { from, to },
        timeZone,
        format: written,
        company: name,
        withAlerts: content.alerts,
        withCoordinates: content.coordinates,
        maps: [...maps.value],
      }),
    );
    if (!outcome) return { ok: true, value: null };
    if (outcome.ok && outcome.value) {
      showWritten({ ...outcome.value, rows: undefined });
      if (!signal.aborted) closeReport();
    }
    return outcome;
  });
  const box = (part: keyof typeof content, more: { disabled?: boolean } = {}) => (
    <Checkbox
      size="xs"
      label={t(`reports.content.${part}`)}
      checked={content[part] && !more.disabled}
      onChange={(event) =>
        onChange({ ...form, content: { ...content, [part]: event.currentTarget.checked } })
      }
      {...more}
    />
  );
  return (
    <>
      <FetchBar log="locations" deviceIds={deviceIds} range={range} loadsShortRanges />
      {content.alerts && (
        <section aria-label={t('reports.content.alerts')}>
          <h3 className={classes.log}>{t('reports.content.alerts')}</h3>
          <FetchBar log="alerts" deviceIds={deviceIds} range={range} />
        </section>
      )}
      <SegmentedControl
        size="xs"
        aria-label={t('reports.format')}
        value={written}
        data={(['pdf', 'png', 'xlsx'] as const).map((each) => ({
          value: each,
          label: t(`reports.format.${each}`),
          disabled: each === 'png' && pages > 1,
        }))}
        onChange={(next) => onChange({ ...form, format: next as ReportFormat })}
      />
      {pages > 1 && <p className={page.quiet}>{t('reports.format.onePicture')}</p>}
      {written !== 'xlsx' && (
        <TextInput
          size="xs"
          label={t('reports.company')}
          description={t('reports.company.help')}
          value={company}
          maxLength={200}
          onChange={(event) => onChange({ ...form, company: event.currentTarget.value })}
        />
      )}
      <fieldset className={classes.content}>
        <legend>{t('reports.content')}</legend>
        {written !== 'xlsx' && box('map', { disabled: !canHaveMap })}
        {written !== 'xlsx' && !canHaveMap && (
          <p className={page.quiet}>{t('reports.content.noMap', { most: mostReportedMaps })}</p>
        )}
        {box('alerts')}
        {written !== 'xlsx' && box('coordinates')}
      </fieldset>
      <p className={page.quiet}>{t('reports.notComplete')}</p>
      {write.fault && <FaultNotice fault={write.fault} context="open" onDismiss={write.dismiss} />}
      <div className={page.row}>
        <Button size="xs" data-autofocus loading={write.isBusy} onClick={() => void write.run()}>
          {t(`reports.save.${written}`)}
        </Button>
        {drawn !== null && (
          <span aria-live="polite">{t('reports.drawing', { drawn, count: pages })}</span>
        )}
        <ExportStatus />
      </div>
    </>
  );
}
