import { IconPhone, IconPhoneOff } from '@tabler/icons-react';
import type { Device } from '#shared/domain/device';
import { dialledNumber, displayText } from '#shared/domain/text';
import { api } from '#lib/api';
import type { Format } from '#lib/format';
import { showFault, showToast } from '#lib/toasts';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { CopyButton } from '#ui/copy-button';
import { page } from '#ui/page';
import classes from './fleet.module.css';

export interface Phone {
  /** As it was given. */
  text: string;
  /** Whose number it is, as far as it is known. */
  of: string;
}

const phoneTag = /phone|mobile|handy|tel[eé]f|(?<!\p{L})(?:cell|tel)(?!\p{L})/iu;

/** The telephone numbers of a device: of tags that name one, then of its SIM card. */
export function phonesOf({ tags, phone }: Pick<Device, 'tags' | 'phone'>, { t }: Format): Phone[] {
  const tagged = Object.entries(tags).filter(
    ([name, value]) => phoneTag.test(name) && dialledNumber(value) !== null,
  );
  return [
    ...tagged.map(([name, value]) => ({
      text: displayText(value),
      of: t('fleet.phone.tag', { tag: displayText(name) }),
    })),
    ...(phone === null || displayText(phone) === ''
      ? []
      : [{ text: displayText(phone), of: t('fleet.phone.sim') }]),
  ];
}

/** Whom to call about a device. */
export function DevicePhones({ device }: { device: Pick<Device, 'tags' | 'phone'> }) {
  const format = useFormat();
  const { t } = format;
  const phones = phonesOf(device, format);
  if (phones.length === 0) {
    return (
      <div className={`${page.row} ${page.dimmed} ${classes.phone}`}>
        <IconPhoneOff size={15} aria-hidden />
        {t('fleet.phone.none')}
      </div>
    );
  }
  return phones.map(({ text, of }) => (
    <div
      key={of}
      role="group"
      className={`${page.row} ${classes.phone}`}
      aria-label={t('fleet.phone.of', { owner: of })}
    >
      <IconPhone size={15} aria-hidden />
      <strong className={page.figures}>
        <bdi>{text}</bdi>
      </strong>
      <CopyButton aria-label={t('fleet.phone.copyNumber', { number: text })} text={text}>
        {t('fleet.phone.copy')}
      </CopyButton>
      <CallButton text={text} />
      <span className={page.quiet}>{of}</span>
    </div>
  ));
}

function CallButton({ text }: { text: string }) {
  const { t } = useFormat();
  const number = dialledNumber(text);
  if (number === null) return null;
  const call = async () => {
    const outcome = await api.app.dial({ number });
    if (!outcome.ok) return showFault(t('fleet.phone.notCalled'), outcome.fault);
    if (outcome.value.isOpened) return;
    const copied = await api.app.copyText({ text });
    showToast({
      tone: 'info',
      title: t('fleet.phone.noCalls'),
      ...(copied.ok && { text: t('fleet.phone.copied', { number: text }) }),
    });
  };
  return (
    <ActionButton
      size="compact-xs"
      aria-label={t('fleet.phone.callNumber', { number: text })}
      onClick={() => void call()}
    >
      {t('fleet.phone.call')}
    </ActionButton>
  );
}
