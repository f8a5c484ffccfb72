import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconSos } from '@tabler/icons-react';
import { useFleet } from '#features/fleet';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { page } from '#ui/page';
import classes from './alerts.module.css';
import { clearFilters, showCallForHelp } from './store';

const mostNamed = 3;

/** Who asks for help, on every page until it is acknowledged; each opens the alert. */
export function SosStrip() {
  const calls = useFleet(({ view }) => view?.sos);
  const { t, items } = useFormat();
  if (!calls || calls.length === 0) return null;
  const showAll = () => {
    clearFilters();
    window.location.hash = '#/alerts';
  };
  return (
    <section className={classes.sos} aria-label={t('alerts.sos')}>
      <IconSos size={20} aria-hidden className={page.fixed} />
      <VisuallyHidden aria-live="assertive">
        {t('alerts.sos.of', { devices: items(calls.map(({ label }) => label)) })}
      </VisuallyHidden>
      <ul>
        {calls.slice(0, mostNamed).map(({ id, label, at }) => (
          <li key={id}>
            <UnstyledButton
              className={classes.sosCall}
              onClick={() => showCallForHelp({ id, label }, at !== null)}
            >
              <bdi className={page.strong} title={label}>
                {label}
              </bdi>
              {at !== null && <AgeText at={at} />}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {calls.length > mostNamed && (
        <UnstyledButton className={classes.sosCall} onClick={showAll}>
          {t('common.more', { count: calls.length - mostNamed })}
        </UnstyledButton>
      )}
    </section>
  );
}
