import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { IncompletePart } from '#shared/domain/history';
import { useDeviceNames } from '#features/edits';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { page } from '#ui/page';
import { incompleteDays, type Covered } from './coverage';
import classes from './history.module.css';

/** Which days of the tracks are not complete, and why, on request; nothing if all are. */
export function IncompleteDays({ tracks }: { tracks: readonly Covered[] }) {
  const { t } = useFormat();
  const [isOpen, setOpen] = useState(false);
  if (tracks.every(({ coverage }) => coverage.incomplete.length === 0)) return null;
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
        {t('history.incomplete.show')}
      </Button>
      {isOpen && <IncompleteDialog tracks={tracks} onClose={() => setOpen(false)} />}
    </>
  );
}

/** More entries than this are counted, not listed. */
const mostListed = 100;

function IncompleteDialog(props: { tracks: readonly Covered[]; onClose: () => void }) {
  const { tracks, onClose } = props;
  const format = useFormat();
  const { t } = format;
  const labelOf = useDeviceNames(useMemo(() => tracks.map(({ deviceId }) => deviceId), [tracks]));
  const entries = useMemo(() => incompleteDays(tracks, format.day), [tracks, format]);
  const more = entries.length - mostListed;
  return (
    <Dialog opened onClose={onClose} size={720} title={t('history.incomplete.title')}>
      <p className={page.quiet} style={{ marginBlock: '1em' }}>
        {t('history.incomplete.help')}
      </p>
      <ul className={classes.incompleteDays}>
        {entries.slice(0, mostListed).map((entry) => (
          <li key={`${entry.deviceId} ${entry.from} ${entry.reason}`}>
            <strong>
              {t('history.incomplete.day', {
                device: labelOf(entry.deviceId),
                day: format.day(entry.from),
              })}
            </strong>
            <span>{reasonText(entry, format)}</span>
            {entry.originals.slice(0, 3).map((original) => (
              <pre key={original} className={classes.original}>
                {original}
              </pre>
            ))}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={page.quiet} style={{ marginBlock: '1em' }}>
          {t('history.incomplete.more', { count: more })}
        </p>
      )}
    </Dialog>
  );
}

/** Why a day is not complete. */
function reasonText(part: IncompletePart, { t }: Format): string {
  const { received, unreadable, outside } = part;
  switch (part.reason) {
    case 'capped':
      return t('history.incomplete.capped', { received });
    case 'notUnderstood':
      return t('history.incomplete.notUnderstood', { unreadable, all: received + unreadable });
    case 'outside':
      return t('history.incomplete.outside', { outside, received });
  }
}
