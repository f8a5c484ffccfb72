import { Button, Group, Progress, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import {
  mostMapFiles,
  type MapBounds,
  type MapFile,
  type MapFileFacts,
  type MapFileOffer,
  type MapFileRefusal,
} from '#shared/domain/map-file';
import type { Message } from '#shared/i18n/translate';
import { useSettings } from '#features/settings';
import { api } from '#lib/api';
import type { Format } from '#lib/format';
import { createMirror } from '#lib/mirror';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { Dialog, DialogActions } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import type { NoticeItem } from '#ui/notice';
import { page } from '#ui/page';
import { useMapFiles } from './map-files';
import classes from './map.module.css';

/** The map files of this computer, and the button that adds one. */
export function MapFilesSetting() {
  const { t } = useFormat();
  const files = useMapFiles();
  const choosing = useAction(api.maps.chooseFile);
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('map.files')}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        {t('map.files.help')}
      </Text>
      {files.length > 0 && (
        <ul className={classes.list} aria-label={t('map.files')}>
          {files.map((file) => (
            <MapFileRow key={file.id} file={file} />
          ))}
        </ul>
      )}
      {choosing.fault && <FaultNotice fault={choosing.fault} context="open" />}
      <Group mt="xs">
        <ActionButton loading={choosing.isBusy} onClick={() => void choosing.run()}>
          {t('map.files.add')}
        </ActionButton>
      </Group>
    </div>
  );
}

function MapFileRow({ file }: { file: MapFile }) {
  const removing = useAction(() => api.maps.remove({ id: file.id }));
  const format = useFormat();
  const { t } = format;
  const isHidden = useSettings().hiddenMaps.includes(file.id);
  const isUsable = file.state === 'ready' || file.state === 'checking';
  return (
    <Group component="li" justify="space-between" align="flex-start" wrap="nowrap">
      <div>
        <Text size="sm" className={page.breakable}>
          <bdi>{file.name}</bdi>
        </Text>
        <Text size="xs" c={isUsable ? 'dimmed' : 'orange'}>
          {stateText(file, format)}
        </Text>
        <Text size="xs" c="dimmed">
          {t(`map.file.origin.${file.origin}`)}
        </Text>
        {isHidden && (
          <Text size="xs" c="dimmed">
            {t('map.files.hidden')}
          </Text>
        )}
      </div>
      {file.origin !== 'policy' && (
        <ActionButton
          size="compact-xs"
          flex="none"
          aria-label={t('map.files.removeOf', { file: file.name })}
          title={file.origin === 'copy' ? t('map.files.remove.copy') : t('map.files.remove.place')}
          loading={removing.isBusy}
          onClick={() => void removing.run()}
        >
          {t('map.files.remove')}
        </ActionButton>
      )}
    </Group>
  );
}

/** Which map files cannot be used at present. A file that comes back and goes again is said again. */
export function useMapFileNotices(): NoticeItem[] {
  const format = useFormat();
  const { t } = format;
  return useMapFiles()
    .filter(isLost)
    .map((file) => ({
      id: `${file.id} ${file.state} ${file.revision}`,
      tone: 'warning',
      isAlert: true,
      title: t('map.files.lost', { file: file.name }),
      children: (
        <>
          {t('map.files.lost.text')} {refusalText(file.state, file.detail, format)}
        </>
      ),
      actions: file.origin !== 'policy' && (
        <ActionButton onClick={() => void api.maps.remove({ id: file.id })}>
          {t('map.files.removeFromList')}
        </ActionButton>
      ),
      onDismiss: 'hide',
    }));
}

type Lost = MapFile & { state: Exclude<MapFile['state'], 'checking' | 'ready'> };

const isLost = (file: MapFile): file is Lost => file.state !== 'checking' && file.state !== 'ready';

/** The file that is being added. */
const mapFileOfferMirror = createMirror<MapFileOffer | null>(
  () => api.maps.offer(),
  (listener) => api.maps.onOfferChanged(listener),
);

/** The file that the user chose, dropped on the map or opened: what is in it, and how to add it. */
export function MapFileDialog() {
  const { t } = useFormat();
  const offer = useStore(mapFileOfferMirror, ({ value }) => value);
  if (!offer) return null;
  const dismiss = () => void api.maps.dismissOffer({ id: offer.id });
  return (
    <Dialog
      data-guide="offline"
      opened
      onClose={dismiss}
      title={t('map.file.add')}
      centered
      transitionProps={{ duration: 0 }}
    >
      <OfferBody key={offer.id} offer={offer} dismiss={dismiss} />
    </Dialog>
  );
}

function OfferBody({ offer, dismiss }: { offer: MapFileOffer; dismiss: () => void }) {
  const { t } = useFormat();
  if (offer.state === 'readable') return <Readable offer={offer} dismiss={dismiss} />;
  return (
    <Stack gap="sm">
      <OfferState offer={offer} />
      <DialogActions>
        <ActionButton onClick={dismiss}>
          {offer.state === 'refused' ? t('map.file.close') : t('common.cancel')}
        </ActionButton>
      </DialogActions>
    </Stack>
  );
}

function OfferState({ offer }: { offer: Exclude<MapFileOffer, { state: 'readable' }> }) {
  const format = useFormat();
  const { t } = format;
  const file = offer.name;
  switch (offer.state) {
    case 'reading':
      return (
        <>
          <Text size="sm" role="status">
            {t('ui.reading.file', { file })}
          </Text>
          <Progress value={100} striped animated aria-label={t('ui.reading.progress', { file })} />
        </>
      );
    case 'copying':
      return (
        <>
          <Text size="sm" role="status">
            {t('map.file.copying', { file })}
          </Text>
          <Progress
            value={offer.share * 100}
            aria-label={t('map.file.copying.progress', { file })}
          />
        </>
      );
    case 'notCopied':
      return (
        <Text size="sm" role="alert">
          {t(offer.reason === 'full' ? 'map.file.notCopied.full' : 'map.file.notCopied.failed', {
            file,
          })}
        </Text>
      );
    case 'refused':
      return (
        <div role="alert">
          <Text size="sm" fw={600} className={page.breakable}>
            {t('map.file.refused', { file })}
          </Text>
          <Text size="sm">{refusalText(offer.reason, offer.detail, format)}</Text>
          <Text size="sm">{t('map.file.notChanged')}</Text>
        </div>
      );
  }
}

interface ReadableProps {
  offer: Extract<MapFileOffer, { state: 'readable' }>;
  dismiss: () => void;
}

function Readable({ offer, dismiss }: ReadableProps) {
  const { id, name, facts, freeBytes } = offer;
  const format = useFormat();
  const { t, size } = format;
  const [how, setHow] = useState<'place' | 'copy'>('place');
  const adding = useAction(api.maps.addFile);
  const isTooLarge = freeBytes !== null && facts.bytes > freeBytes;
  const rows = [
    [t('map.file.name'), name],
    [t('map.file.size'), size(facts.bytes)],
    [t('map.file.content'), contentText(facts, format)],
    [t('map.file.detail'), zoomText(facts, format)],
    [t('map.file.area'), boundsText(facts.bounds, format)],
    [t('map.file.source'), facts.attribution || t('map.file.source.none')],
    [t('map.file.ignored'), ignoredText(facts, format)],
  ].filter(([, text]) => text !== '');
  return (
    <Stack gap="sm">
      <dl className={classes.facts}>
        {rows.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Radio.Group
        label={t('map.file.where')}
        value={how}
        onChange={(value) => setHow(value === 'copy' ? 'copy' : 'place')}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="place"
            label={t('map.file.where.place')}
            description={t('map.file.where.place.help')}
          />
          <Radio
            value="copy"
            label={t('map.file.where.copy')}
            description={
              freeBytes === null
                ? t('map.file.where.copy.takes', { size: size(facts.bytes) })
                : t('map.file.where.copy.takesOfFree', {
                    size: size(facts.bytes),
                    free: size(freeBytes),
                  })
            }
            disabled={isTooLarge}
          />
        </Stack>
      </Radio.Group>
      {adding.fault && <FaultNotice fault={adding.fault} context="open" />}
      <DialogActions>
        <ActionButton onClick={dismiss}>{t('common.cancel')}</ActionButton>
        <Button
          size="xs"
          loading={adding.isBusy}
          onClick={() => void adding.run({ id, copy: how === 'copy' })}
        >
          {t('map.file.addButton')}
        </Button>
      </DialogActions>
    </Stack>
  );
}

/** Why a file cannot be used, and what to do. */
function refusalText(reason: MapFileRefusal, detail: string, { t }: Format): string {
  if (reason === 'tooMany') return t('map.file.refused.tooMany', { count: mostMapFiles });
  if (detail === '') {
    if (reason === 'noTiles') return t('map.file.refused.noTables');
    if (reason === 'unsafe') return t('map.file.refused.computed');
    if (reason === 'otherSchema') return t('map.file.refused.noSchema');
  }
  return t({ key: `map.file.refused.${reason}`, values: { detail } } as Message);
}

/** What the file states and Waypost does not use. */
const ignoredText = ({ ignored }: MapFileFacts, { t, items }: Format): string =>
  items(ignored.map((each) => t(`map.file.ignored.${each}`)));

const contentText = ({ schema }: MapFileFacts, { t }: Format): string =>
  t(`map.file.content.${schema ?? 'pictures'}`);

const zoomText = ({ minZoom, maxZoom }: MapFileFacts, { t, count }: Format): string =>
  minZoom === maxZoom
    ? t('map.file.detail.zoom', { zoom: count(minZoom) })
    : t('map.file.detail.zooms', { from: count(minZoom), to: count(maxZoom) });

/** The area of a map: its corners and its extent. */
function boundsText(bounds: MapBounds, { t, distance }: Format): string {
  const [west, south, east, north] = bounds;
  if (east - west > 350 && north - south > 150) return t('map.file.area.world');
  const longitude = (angle: number) =>
    t('map.file.area.longitude', {
      degrees: Math.abs(angle).toFixed(2),
      side: angle < 0 ? 'west' : 'east',
    });
  const latitude = (angle: number) =>
    t('map.file.area.latitude', {
      degrees: Math.abs(angle).toFixed(2),
      side: angle < 0 ? 'south' : 'north',
    });
  const metresPerDegree = 111_200;
  const middle = ((south + north) / 2) * (Math.PI / 180);
  return t('map.file.area.bounds', {
    west: longitude(west),
    east: longitude(east),
    south: latitude(south),
    north: latitude(north),
    width: distance((east - west) * metresPerDegree * Math.cos(middle)),
    height: distance((north - south) * metresPerDegree),
  });
}

/** The state of a file on the list in one line. */
function stateText(file: MapFile, format: Format): string {
  if (file.state === 'checking') return format.t('map.file.checking');
  if (file.state !== 'ready') return refusalText(file.state, file.detail, format);
  const { facts } = file;
  if (facts === null) return '';
  return format.t('map.file.summary', {
    content: contentText(facts, format),
    detail: zoomText(facts, format),
    size: format.size(facts.bytes),
    area: boundsText(facts.bounds, format),
  });
}
