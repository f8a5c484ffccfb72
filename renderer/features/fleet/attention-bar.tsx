import { Button, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconFilterOff } from '@tabler/icons-react';
import { useShallow } from 'zustand/react/shallow';
import {
  attentionKinds,
  expiringSoonDays,
  lowBatteryBelow,
  type AttentionKind,
} from '#engines/fleet';
import { commonTexts } from '#lib/common-texts';
import { useFormat } from '#lib/use-format';
import { page } from '#ui/page';
import classes from './devices.module.css';
import { attentionWords, isCheckedReason, isFiltered, partChecked } from './fleet-query';
import { useFleet, useFleetStore } from './fleet-store';
import { texts } from './fleet-texts';
import { NearNote, RefreshShown } from './fleet-toolbar';
import { messages } from './fleet-texts';

const meanings: Record<AttentionKind, string> = {
  critical: texts.theLastReportCarriesACritical,
  silent: texts.whenTheServiceWasLast,
  noPosition: texts.theLastReportIsRecent,
  lowBattery: messages.batteryBelow(lowBatteryBelow),
  overLimit: texts.theEMailOrSms,
  expiringSoon: messages.expiresWithin(expiringSoonDays),
  clockWrong: texts.theLastReportIsDated,
};

/** The devices that need attention, by reason. Always there, so that nothing below it moves. */
export function AttentionBar() {
  const store = useFleetStore();
  const chosen = useFleet(({ query }) => query.attention ?? null);
  const counts = useFleet(useShallow(({ view }) => view?.attention));
  const hasFilter = useFleet(({ query }) => isFiltered(query));
  const checked = useFleet(partChecked);
  const { count } = useFormat();
  const needed = attentionKinds.filter((kind) => kind === chosen || (counts?.[kind] ?? 0) > 0);
  return (
    <div className={classes.attention}>
      <div className={classes.attentionKinds} role="group" aria-label={texts.needsAttention}>
        <IconAlertTriangle size={14} aria-hidden className={page.dimmed} />
        <span className={page.strong}>{texts.needsAttention}</span>
        {counts && needed.length === 0 && (
          <span className={page.dimmed}>{texts.nothingInTheReportsReceived}</span>
        )}
        {counts &&
          needed.map((kind) => (
            <UnstyledButton
              key={kind}
              className={classes.chip}
              aria-pressed={kind === chosen}
              title={meanings[kind]}
              onClick={() => store.ask({ attention: kind === chosen ? null : kind })}
            >
              <span>{attentionWords[kind]}</span>
              <span className={classes.chipCount}>
                {checked !== null && isCheckedReason(kind)
                  ? messages.ofChecked(count(counts[kind]), count(checked))
                  : count(counts[kind])}
              </span>
            </UnstyledButton>
          ))}
      </div>
      <NearNote />
      <Button
        size="compact-xs"
        variant="light"
        className={classes.clearFilters}
        data-hidden={!hasFilter || undefined}
        leftSection={<IconFilterOff size={14} aria-hidden />}
        onClick={store.clearFilters}
      >
        {commonTexts.clearFilters}
      </Button>
      <RefreshShown />
    </div>
  );
}
