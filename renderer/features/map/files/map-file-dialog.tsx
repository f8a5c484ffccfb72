import { Button, Group, Progress, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { MapFileOffer } from '#shared/domain/map-file';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { sizeText } from '#lib/format';
import { uiMessages } from '#lib/ui-texts';
import { useFormat } from '#lib/use-format';
import { useAction } from '#lib/use-action';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import { texts } from '../map-texts';
import {
  areaText,
  contentText,
  ignoredText,
  offerMessages,
  refusalText,
  zoomText,
} from './map-file-messages';
import { useMapFileOffer } from './map-files';
import classes from './map-files.module.css';
import { messages } from '../map-messages';

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
  switch (offer.state) {
    case 'reading':
      return (
        <Stack gap="sm">
          <Text size="sm" role="status">
            {uiMessages.reading(offer.name)}
          </Text>
          <Progress value={100} striped animated aria-label={uiMessages.readingLabel(offer.name)} />
          <Buttons cancel={dismiss} />
        </Stack>
      );
    case 'readable':
      return <Readable offer={offer} dismiss={dismiss} />;
    case 'copying':
      return (
        <Stack gap="sm">
          <Text size="sm" role="status">
            {offerMessages.copying(offer.name)}
          </Text>
          <Progress value={offer.share * 100} aria-label={offerMessages.copyingLabel(offer.name)} />
          <Buttons cancel={dismiss} />
        </Stack>
      );
    case 'notCopied':
      return (
        <Stack gap="sm">
          <Text size="sm" role="alert">
            {offerMessages.notCopied(offer.name, offer.reason === 'full')}
          </Text>
          <Buttons cancel={dismiss} />
        </Stack>
      );
    case 'refused':
      return (
        <Stack gap="sm">
          <div role="alert">
            <Text size="sm" fw={600} className={page.breakable}>
              {offerMessages.refused(offer.name)}
            </Text>
            <Text size="sm">{refusalText[offer.reason](offer.detail)}</Text>
            <Text size="sm">{offerMessages.notChanged}</Text>
          </div>
          <Buttons cancel={dismiss} isOver />
        </Stack>
      );
  }
}

function Buttons({ cancel, isOver = false }: { cancel: () => void; isOver?: boolean }) {
  return (
    <Group justify="flex-end">
      <Button variant="default" size="xs" onClick={cancel}>
        {isOver ? texts.close : commonTexts.cancel}
      </Button>
    </Group>
  );
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
  const rows: [string, string][] = [
    [texts.file, name],
    [texts.size, sizeText(facts.bytes)],
    [texts.content, contentText(facts)],
    [texts.detail, zoomText(facts)],
    [texts.area, areaText(facts.bounds, format.distance)],
    [texts.source, facts.attribution || texts.notStatedInTheFile],
    ...(facts.ignored.length > 0
      ? [[texts.notUsedTheTilesDiffer, ignoredText(facts)] as [string, string]]
      : []),
  ];
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
                ? messages.takes(sizeText(facts.bytes))
                : messages.takesOfFree(sizeText(facts.bytes), sizeText(freeBytes))
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
