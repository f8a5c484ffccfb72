import { Button, Group, Progress, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { MapFileOffer } from '#shared/domain/map-file';
import { api } from '#lib/api';
import { useFormat } from '#lib/use-format';
import { useAction } from '#lib/use-action';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import { boundsText, contentText, ignoredText, refusalText, zoomText } from './map-file-summary';
import { useMapFileOffer } from './map-files';
import classes from './map.module.css';

/** The file that the user chose, dropped on the map or opened: what is in it, and how to add it. */
export function MapFileDialog() {
  const { t } = useFormat();
  const offer = useMapFileOffer();
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
      <Group justify="flex-end">
        <Button variant="default" size="xs" onClick={dismiss}>
          {offer.state === 'refused' ? t('map.file.close') : t('common.cancel')}
        </Button>
      </Group>
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
      <Group justify="flex-end">
        <Button variant="default" size="xs" onClick={dismiss}>
          {t('common.cancel')}
        </Button>
        <Button
          size="xs"
          loading={adding.isBusy}
          onClick={() => void adding.run({ id, copy: how === 'copy' })}
        >
          {t('map.file.addButton')}
        </Button>
      </Group>
    </Stack>
  );
}
