import { Button, Menu, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { placeSchema, type Place } from '#shared/domain/places';
import { textKey } from '#shared/domain/text';
import { message, type Translate } from '#shared/i18n/translate';
import { placesFormats, type PlacesFile, type PlacesFormat } from '#shared/ipc/places';
import { inAccount } from '#lib/account-scope';
import { api } from '#lib/api';
import { showFault } from '#lib/toasts';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { Dialog, DialogActions } from '#ui/dialog';
import { ExportButton, useExport } from '#ui/export-menu';
import { page } from '#ui/page';
import { changePlaces, usePlaces } from './places';

function nameOf(format: PlacesFormat, t: Translate): string {
  if (format === 'gpx') return t('places.export.gpx');
  return format === 'geojson' ? 'GeoJSON' : t(`ui.export.${format}`);
}

/** Writes the selected places, or all. */
export function ExportPlaces({ ids }: { ids: readonly string[] | null }) {
  const { t } = useFormat();
  const { isBusy, run } = useExport((format: PlacesFormat) =>
    api.places.save({ format, ids: ids && [...ids] }),
  );
  const items = placesFormats.map((format) => (
    <Menu.Item key={format} onClick={() => void run(format)}>
      {nameOf(format, t)}
    </Menu.Item>
  ));
  return (
    <ExportButton items={items} isBusy={isBusy}>
      {t('places.export')}
    </ExportButton>
  );
}

/** What an import would do. */
interface Differences {
  added: Place[];
  changed: Place[];
  same: number;
}

/** Compares places of a file with those here: by their ids, else by names that are unique on both sides. */
export function differencesOf(
  { places: read }: Pick<PlacesFile, 'places'>,
  here: readonly Place[],
): Differences {
  const byId = new Map(here.map((place) => [place.id, place]));
  const byName = once(here);
  const readOnce = once(read);
  const differences: Differences = { added: [], changed: [], same: 0 };
  for (const place of read) {
    const key = textKey(place.name);
    const named = readOnce.get(key) ? byName.get(key) : null;
    const before = (place.id && byId.get(place.id)) || named;
    if (!before) {
      const id = place.id ?? crypto.randomUUID();
      differences.added.push({ ...place, id, updatedAt: 0 });
      continue;
    }
    // Some formats have neither groups nor hours: what is here stays.
    const hours = place.hours ?? before.hours;
    const groups = place.groups.length > 0 ? place.groups : before.groups;
    const after = { ...place, id: before.id, hours, groups, updatedAt: before.updatedAt };
    if (isSame(before, after)) differences.same += 1;
    else differences.changed.push(after);
  }
  return differences;
}

/** By name, what has it alone; null: several have it. */
function once<T extends { name: string }>(things: readonly T[]): Map<string, T | null> {
  const byName = new Map<string, T | null>();
  for (const thing of things) {
    const key = textKey(thing.name);
    byName.set(key, byName.has(key) ? null : thing);
  }
  return byName;
}

/** Through the schema, which puts the fields into one order. */
const isSame = (a: Place, b: Place): boolean =>
  JSON.stringify(placeSchema.parse(a)) === JSON.stringify(placeSchema.parse(b));

/** Reads a file, shows what differs from the places here, and imports it. */
export function ImportPlaces() {
  const { t } = useFormat();
  const [opened, setOpened] = useState<(PlacesFile & { file: string }) | null>(null);
  const [isBusy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    const outcome = await inAccount(api.places.open());
    setBusy(false);
    if (outcome?.ok) setOpened(outcome.value);
    else if (outcome) showFault(t('places.import.notRead'), outcome.fault);
  };
  return (
    <>
      <ActionButton loading={isBusy} onClick={() => void open()}>
        {t('places.import')}
      </ActionButton>
      {opened && <ImportDialog opened={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const mostListed = 50;

interface ImportDialogProps {
  opened: PlacesFile & { file: string };
  onClose: () => void;
}

function ImportDialog({ opened: { file, refused, ...read }, onClose }: ImportDialogProps) {
  const { t } = useFormat();
  const here = usePlaces();
  // As it was when the file was opened.
  const [{ added, changed, same }] = useState(() => differencesOf(read, here));
  const put = [...added, ...changed];
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    const done = message('places.imported', { count: put.length });
    if (await changePlaces({ put, removed: [] }, done)) onClose();
    setBusy(false);
  };
  return (
    <Dialog opened onClose={onClose} title={t('places.import.title', { file })}>
      <Stack gap="xs">
        {put.length === 0 && <Text size="sm">{t('places.import.nothing')}</Text>}
        <Names title={t('places.import.added', { count: added.length })} of={added} />
        <Names title={t('places.import.changedCount', { count: changed.length })} of={changed} />
        <Text size="sm">{t('places.import.sameCount', { count: same })}</Text>
        {refused.length > 0 && (
          <details open>
            <summary>{t('places.import.refusedCount', { count: refused.length })}</summary>
            <ul className={page.quiet}>
              {refused.slice(0, mostListed).map(({ name, reason }, index) => (
                <li key={index}>
                  {name ? t('places.import.refused', { name, reason }) : t(reason)}
                </li>
              ))}
              <More count={refused.length - mostListed} />
            </ul>
          </details>
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button disabled={put.length === 0} loading={isBusy} onClick={() => void run()}>
            {t('places.import.run', { count: put.length })}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

function Names({ title, of }: { title: string; of: readonly Place[] }) {
  if (of.length === 0) return <Text size="sm">{title}</Text>;
  return (
    <details>
      <summary>{title}</summary>
      <ul className={page.quiet}>
        {of.slice(0, mostListed).map(({ id, name }) => (
          <li key={id}>
            <bdi>{name}</bdi>
          </li>
        ))}
        <More count={of.length - mostListed} />
      </ul>
    </details>
  );
}

function More({ count }: { count: number }) {
  const { t } = useFormat();
  return count > 0 && <li>{t('places.import.more', { count })}</li>;
}
