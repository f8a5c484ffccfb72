import { Button, Group, Progress, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { MapFileOffer } from '#shared/domain/map-file';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { sizeText } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { useAction } from '#lib/use-action';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import { useMapFileOffer } from './map-files';
import {
  boundsText,
  contentText,
  fileTexts,
  ignoredText,
  refusalText,
  texts,
  zoomText,
} from './map-texts';
import classes from './map.module.css';

/** The file that the user chose, dropped on the map or opened: what is in it, and how to add it. */
export function MapFileDialog() {
  const offer = useMapFileOffer();
  if (!offer) return null;
  const dismiss = () => void api.maps.dismissOffer({ id: offer.id });
  return (
    <Dialog
      opened
      onClose={dismiss}
      title={texts.addAnOfflineMap}
      centered
      transitionProps={{ duration: 0 }}
    >
      <OfferBody key={offer.id} offer={offer} dismiss={dismiss} />
    </Dialog>
  );
}

function OfferBody({ offer, dismiss }: { offer: MapFileOffer; dismiss: () => void }) {
  if (offer.state === 'readable') return <Readable offer={offer} dismiss={dismiss} />;
  return (
    <Stack gap="sm">
      <OfferState offer={offer} />
      <Group justify="flex-end">
        <Button variant="default" size="xs" onClick={dismiss}>
          {offer.state === 'refused' ? texts.close : commonTexts.cancel}
        </Button>
      </Group>
    </Stack>
  );
}

function OfferState({ offer }: { offer: Exclude<MapFileOffer, { state: 'readable' }> }) {
  const { t } = useFormat();
  switch (offer.state) {
    case 'reading':
      return (
        <>
          <Text size="sm" role="status">
            {t('ui.reading.file', { file: offer.name })}
          </Text>
          <Progress
            value={100}
            striped
            animated
            aria-label={t('ui.reading.progress', { file: offer.name })}
          />
        </>
      );
    case 'copying':
      return (
        <>
          <Text size="sm" role="status">
            {fileTexts.copying(offer.name)}
          </Text>
          <Progress value={offer.share * 100} aria-label={fileTexts.copyingLabel(offer.name)} />
        </>
      );
    case 'notCopied':
      return (
        <Text size="sm" role="alert">
          {fileTexts.notCopied(offer.name, offer.reason === 'full')}
        </Text>
      );
    case 'refused':
      return (
        <div role="alert">
          <Text size="sm" fw={600} className={page.breakable}>
            {fileTexts.refused(offer.name)}
          </Text>
          <Text size="sm">{refusalText[offer.reason](offer.detail)}</Text>
          <Text size="sm">{fileTexts.notChanged}</Text>
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
  const [how, setHow] = useState<'place' | 'copy'>('place');
  const adding = useAction(api.maps.addFile);
  const isTooLarge = freeBytes !== null && facts.bytes > freeBytes;
  const rows = [
    [texts.file, name],
    [texts.size, sizeText(facts.bytes)],
    [texts.content, contentText(facts)],
    [texts.detail, zoomText(facts)],
    [texts.area, boundsText(facts.bounds, format.distance)],
    [texts.source, facts.attribution || texts.notStatedInTheFile],
    [texts.notUsedTheTilesDiffer, ignoredText(facts)],
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
        label={texts.whereShouldWaypostReadIt}
        value={how}
        onChange={(value) => setHow(value === 'copy' ? 'copy' : 'place')}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="place"
            label={texts.whereItIs}
            description={texts.nothingIsCopiedWhileThe}
          />
          <Radio
            value="copy"
            label={texts.fromACopyInThe}
            description={
              freeBytes === null
                ? texts.takes(sizeText(facts.bytes))
                : texts.takesOfFree(sizeText(facts.bytes), sizeText(freeBytes))
            }
            disabled={isTooLarge}
          />
        </Stack>
      </Radio.Group>
      {adding.fault && <FaultNotice fault={adding.fault} context="open" />}
      <Group justify="flex-end">
        <Button variant="default" size="xs" onClick={dismiss}>
          {commonTexts.cancel}
        </Button>
        <Button
          size="xs"
          loading={adding.isBusy}
          onClick={() => void adding.run({ id, copy: how === 'copy' })}
        >
          {texts.addMap}
        </Button>
      </Group>
    </Stack>
  );
}
