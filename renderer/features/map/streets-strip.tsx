import { Button, CloseButton, Group } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { hasStreets, mapRegions, sourceName, type MapStyle } from '#engines/map';
import { showSetting, useColourScheme, useSettings } from '#features/settings';
import { api } from '#lib/api';
import { changeSettings } from '#lib/change-settings';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import { loadAgain, onlineMapName, showStreets, useOnlineMap } from './base-map';
import { useMapFiles } from './map-files';
import classes from './map.module.css';

/** From here on somebody looks for streets. */
const offeredFromZoom = 11;

/** A line on the map about its streets: that there are none and where to get them, or what becomes of them. */
export function StreetsStrip({ base }: { base: MapStyle }) {
  const { said } = useFormat();
  const { mapStyleUrl: chosen, streetsDeclined } = useSettings();
  const isEmpty = useIsWithoutStreets(base);
  const { missing } = useStore(base.state);
  // Why a whole file cannot be read is said in a notice of its own.
  const damaged = useMapFiles().find(
    (file) => file.state === 'ready' && missing.includes(sourceName(file)),
  );
  if (chosen !== '') return <OnlineMapStrip base={base} name={said(onlineMapName(chosen))} />;
  if (damaged) return <DamagedMapStrip key={damaged.id} name={damaged.name} />;
  return isEmpty && !streetsDeclined ? <StreetsOffer /> : null;
}

/** Whether somebody looks at a place without streets from near. */
function useIsWithoutStreets(base: MapStyle): boolean {
  const { regions } = useStore(mapRegions);
  const [isEmpty, setEmpty] = useState(false);
  useEffect(
    () =>
      base.onRest((centre, zoom) =>
        setEmpty(zoom >= offeredFromZoom && !hasStreets(regions, centre)),
      ),
    [base, regions],
  );
  return isEmpty;
}

function StreetsOffer() {
  const { t } = useFormat();
  const { online } = useNetwork();
  const theme = useColourScheme();
  const choosing = useAction(api.maps.chooseFile);
  return (
    <section className={classes.strip} aria-label={t('map.streets')} data-covers-map>
      <p>{online ? t('map.streets.none') : t('map.streets.offline')}</p>
      <Group gap={6}>
        {online && (
          <Button size="compact-xs" onClick={() => void showStreets(theme)}>
            {t('map.streets.show')}
          </Button>
        )}
        <ActionButton
          size="compact-xs"
          loading={choosing.isBusy}
          onClick={() => void choosing.run()}
        >
          {t('map.layers.addFile')}
        </ActionButton>
        <ActionButton
          size="compact-xs"
          onClick={() => void changeSettings({ streetsDeclined: true })}
        >
          {t('map.streets.notNow')}
        </ActionButton>
      </Group>
      {online && <p className={page.quiet}>{t('map.streets.privacy')}</p>}
      {choosing.fault && <FaultNotice fault={choosing.fault} context="open" />}
    </section>
  );
}

/** That what looks like empty land in a map file is damaged. */
function DamagedMapStrip({ name }: { name: string }) {
  const { t } = useFormat();
  const [isHidden, setHidden] = useState(false);
  if (isHidden) return null;
  return (
    <MissingParts said={t('map.streets.damaged', { map: name })} onHide={() => setHidden(true)}>
      <ActionButton size="compact-xs" onClick={() => showSetting('mapFiles')}>
        {t('map.files')}
      </ActionButton>
    </MissingParts>
  );
}

interface MissingPartsProps {
  said: string;
  note?: string;
  onHide: () => void;
  children: ReactNode;
}

/** What of a map is missing, and what can be done. */
function MissingParts({ said, note, onHide, children }: MissingPartsProps) {
  const { t } = useFormat();
  return (
    <section className={classes.strip} aria-label={t('map.streets')} data-covers-map>
      <Group gap={6} wrap="nowrap" justify="space-between" align="flex-start">
        <div role="status">
          <p>{said}</p>
          {note && <p className={page.quiet}>{note}</p>}
        </div>
        <CloseButton
          size="xs"
          aria-label={t('map.streets.hide')}
          title={t('map.streets.hide')}
          onClick={onHide}
        />
      </Group>
      <Group gap={6}>{children}</Group>
    </section>
  );
}

/** That the chosen online map loads, or what of it is missing. */
function OnlineMapStrip({ base, name }: { base: MapStyle; name: string }) {
  const { t } = useFormat();
  const { online } = useNetwork();
  const { address, isFailed } = useOnlineMap();
  const { is: state } = useStore(base.state);
  const [hidden, setHidden] = useState<string | null>(null);
  const isMissing = isFailed || state === 'incomplete';
  // As soon as there is a network again.
  useEffect(() => {
    if (!isMissing) return undefined;
    window.addEventListener('online', loadAgain);
    return () => window.removeEventListener('online', loadAgain);
  }, [isMissing]);
  // A key that is refused is said in a notice of its own.
  if (address === '') return null;
  if (!isMissing) {
    return (
      <p className={classes.loading} role="status" data-shown={state === 'loading' || undefined}>
        {state === 'loading' && t('map.streets.loading', { map: name })}
      </p>
    );
  }
  const what = isFailed ? 'failed' : 'incomplete';
  if (hidden === what + address) return null;
  return (
    <MissingParts
      said={t(`map.streets.${what}`, { map: name })}
      {...(!online && { note: t('map.streets.offline') })}
      onHide={() => setHidden(what + address)}
    >
      <ActionButton size="compact-xs" onClick={loadAgain}>
        {t('common.tryAgain')}
      </ActionButton>
    </MissingParts>
  );
}
