import { NativeSelect } from '@mantine/core';
import type { Settings } from '#shared/domain/settings';
import { useOpenSession } from '#features/connect';
import { useSettings } from '#features/settings';
import { api } from '#lib/api';
import classes from './submit.module.css';

/** How the connection's calls for locations and alerts are read; for the settings page. */
export function ReadingSetting() {
  const { reportReading } = useSettings();
  const announced = useOpenSession()?.capabilities.takesSubmissions ?? false;
  return (
    <section className={classes.setting} aria-label="Locations and alerts">
      <h2 className={classes.settingTitle}>Locations and alerts</h2>
      <NativeSelect
        label="The service’s calls for them"
        description="The documents describe them in two ways: as questions for a time range, and as submissions. Fetching works in both."
        value={reportReading}
        data={[
          {
            value: 'auto',
            label: announced
              ? 'As the service announced: submissions too'
              : 'As the service announced: questions only',
          },
          { value: 'query', label: 'Questions only' },
          { value: 'submit', label: 'Submissions too' },
        ]}
        onChange={(event) =>
          void api.settings.change({
            reportReading: event.currentTarget.value as Settings['reportReading'],
          })
        }
      />
    </section>
  );
}
