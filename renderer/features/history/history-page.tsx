import { Button } from '@mantine/core';
import { IconDatabase } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Range } from '#shared/domain/history';
import { deviceColours } from '#features/map';
import { useColourScheme, useSettings } from '#features/settings';
import { clock } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import { inZone } from '#lib/format';
import { FormatProvider, useFormat } from '#lib/use-format';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { DevicePicker } from './device-picker';
import { useDeviceZone } from './device-zone';
import { CachedDialog } from './download/cached-dialog';
import { CoverageLine } from './download/coverage-line';
import { ExportTracks } from './download/export-tracks';
import { FetchBar } from './download/fetch-bar';
import { HistoryContent } from './history-content';
import { texts } from './history-texts';
import classes from './history.module.css';
import { rangeOf, RangePicker, type DeviceZone } from './range-picker';
import { chooseDevices, historyStore, mostDevices, readTracks, useHistory } from './store';
import { useReloadWhenFetched } from './use-reload-when-fetched';

const pickerId = 'history-devices';

/** Where devices were and what they did, in the chosen time zone. */
export function HistoryPage() {
  const { devices, isInDeviceZone } = useHistory((state) => state);
  const usual = useFormat();
  const zone = useDeviceZone(devices[0]?.id ?? null);
  const isChosen = isInDeviceZone && zone !== null;
  const format = useMemo(() => (isChosen ? inZone(usual, zone) : usual), [isChosen, zone, usual]);
  const deviceZone: DeviceZone = {
    isChosen,
    zone,
    onChoose: (next) => historyStore.setState({ isInDeviceZone: next }),
  };
  return (
    <FormatProvider value={format}>
      <Page deviceZone={deviceZone} />
    </FormatProvider>
  );
}

function Page({ deviceZone }: { deviceZone: DeviceZone }) {
  const { devices, choice, shown, fault, isLoading } = useHistory((state) => state);
  const [isCachedShown, setCachedShown] = useState(false);
  const range = useChosenRange();
  const { gapMinutes, jumpKmh } = useSettings().tripRules;
  const reload = useCallback(() => {
    const { from, to } = range;
    void readTracks({ from, to });
    // Gaps and jumps are marked when the tracks are read.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [range, gapMinutes, jumpKmh]);
  const ids = useMemo(() => devices.map(({ id }) => id), [devices]);
  useEffect(() => reload(), [reload, ids]);
  useReloadWhenFetched(reload);
  return (
    <div className={classes.page}>
      <div className={classes.toolbar}>
        <h1 className={classes.title}>{commonTexts.history}</h1>
        <DevicePicker
          label={commonTexts.devices}
          id={pickerId}
          chosen={devices}
          most={mostDevices}
          onChange={chooseDevices}
          colours={deviceColours[useColourScheme()]}
        />
        <RangePicker
          choice={choice}
          deviceZone={deviceZone}
          onChange={(next) => historyStore.setState({ choice: next, zoom: null })}
        />
        <span className={classes.toolbarEnd}>
          {devices.length > 0 && <ExportTracks deviceIds={ids} range={range} />}
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDatabase size={14} aria-hidden />}
            onClick={() => setCachedShown(true)}
          >
            {texts.cachedData}
          </Button>
        </span>
      </div>
      <FetchBar
        log="locations"
        deviceIds={ids}
        range={devices.length > 0 ? range : null}
        loadsShortRanges
      />
      {shown && devices.length > 0 && <CoverageLine tracks={shown.tracks} />}
      {fault && devices.length > 0 && (
        <div className={classes.notice}>
          <FaultNotice
            fault={fault}
            context="open"
            actions={
              <Button size="xs" onClick={reload}>
                {commonTexts.tryAgain}
              </Button>
            }
          />
        </div>
      )}
      {devices.length === 0 ? (
        <EmptyList
          action={{
            label: texts.chooseADevice,
            onClick: () => document.getElementById(pickerId)?.focus(),
          }}
        >
          <p>{texts.chooseOneOrMoreDevices}</p>
          <p>{texts.shortRangesLoadByThemselves}</p>
        </EmptyList>
      ) : (
        shown && <HistoryContent shown={shown} isLoading={isLoading} />
      )}
      {isCachedShown && <CachedDialog onClose={() => setCachedShown(false)} onCleared={reload} />}
    </div>
  );
}

/** The chosen range; a preset counts from the moment it was chosen. */
function useChosenRange(): Range {
  const choice = useHistory((state) => state.choice);
  const { timeZone } = useFormat();
  return useMemo(() => rangeOf(choice, clock.now(), timeZone), [choice, timeZone]);
}
