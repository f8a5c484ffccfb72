import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { zoneChoices } from '#shared/domain/settings';
import { zoneLabel } from '#shared/domain/time-zone';
import { useOpenSession } from '#features/session';
import { useAppInfo } from '#lib/app-info';
import { Choice, type SectionProps } from './settings-controls';
import { messages } from './settings-messages';
import { texts } from './settings-texts';
import { useZone } from './store';

const otherZone = 'other';

/** The zone in which times are shown and read. */
export function TimeZoneSetting({ settings: { timeZone }, save }: SectionProps) {
  const accountZone = useOpenSession()?.accountTimeZone ?? null;
  const isComputerNamed = useAppInfo()?.computerZone.isNamed ?? true;
  const zone = useZone(timeZone);
  const isOther = !zoneChoices.has(timeZone);
  const zones = useMemo(() => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])], []);
  const description = () => {
    if (timeZone === 'account' && !accountZone) return texts.theAccountsTimeZoneIs;
    if (timeZone === 'computer' && !isComputerNamed) return messages.computerZoneUnknown(zone);
    return messages.atPresent(zoneLabel(zone));
  };
  return (
    <>
      <Choice
        label={texts.timesAreShownInThe}
        description={description()}
        value={isOther ? otherZone : timeZone}
        options={[
          ['computer', texts.thisComputer],
          ['account', texts.theAccount],
          ['utc', 'UTC'],
          [otherZone, texts.anotherZone],
        ]}
        onChoose={(chosen) => save({ timeZone: chosen === otherZone ? zone : chosen })}
      />
      {isOther && (
        <Select
          label={texts.zone}
          data={zones.includes(timeZone) ? zones : [timeZone, ...zones]}
          value={timeZone}
          searchable
          allowDeselect={false}
          nothingFoundMessage={texts.noZoneHasThisName}
          onChange={(chosen) => chosen !== null && save({ timeZone: chosen })}
        />
      )}
    </>
  );
}
