import { Button } from '@mantine/core';
import { IconPhone, IconPhoneOff } from '@tabler/icons-react';
import type { Device } from '#shared/domain/device';
import { dialledNumber } from '#shared/domain/phone';
import { displayText } from '#shared/domain/text';
import { api } from '#lib/api';
import { showFault, showToast } from '#lib/toasts';
import { CopyButton } from '#ui/copy-button';
import { page } from '#ui/page';
import { contactTexts } from './contact-texts';
import classes from './fleet.module.css';

export interface Phone {
  /** As it was given. */
  text: string;
  /** Whose number it is, as far as it is known. */
  of: string;
}

const phoneTag = /phone|mobile|handy|tel[eé]f|(?<!\p{L})(?:cell|tel)(?!\p{L})/iu;

/** The telephone numbers of a device: of tags that name one, then of its SIM card. */
export function phonesOf({ tags, phone }: Pick<Device, 'tags' | 'phone'>): Phone[] {
  const tagged = Object.entries(tags).filter(
    ([name, value]) => phoneTag.test(name) && dialledNumber(value) !== null,
  );
  return [
    ...tagged.map(([name, value]) => ({
      text: displayText(value),
      of: contactTexts.tag(displayText(name)),
    })),
    ...(phone === null || displayText(phone) === ''
      ? []
      : [{ text: displayText(phone), of: contactTexts.simOfTheTracker }]),
  ];
}

/** Whom to call about a device. */
export function DevicePhones({ device }: { device: Pick<Device, 'tags' | 'phone'> }) {
  const phones = phonesOf(device);
  if (phones.length === 0) {
    return (
      <div className={`${page.row} ${page.dimmed} ${classes.phone}`}>
        <IconPhoneOff size={15} aria-hidden />
        {contactTexts.noNumber}
      </div>
    );
  }
  return phones.map(({ text, of }) => (
    <div
      key={of}
      role="group"
      className={`${page.row} ${classes.phone}`}
      aria-label={contactTexts.phoneNumber(of)}
    >
      <IconPhone size={15} aria-hidden />
      <strong className={page.figures}>{text}</strong>
      <CopyButton
        aria-label={contactTexts.copyNumber(text)}
        onCopy={async () => (await api.app.copyText({ text })).ok}
      >
        {contactTexts.copy}
      </CopyButton>
      <CallButton text={text} />
      <span className={page.quiet}>{of}</span>
    </div>
  ));
}

function CallButton({ text }: { text: string }) {
  const number = dialledNumber(text);
  if (number === null) return null;
  const call = async () => {
    const outcome = await api.app.dial({ number });
    if (!outcome.ok) return showFault(contactTexts.notCalled, outcome.fault);
    if (outcome.value.isOpened) return;
    const copied = await api.app.copyText({ text });
    showToast({
      tone: 'info',
      title: contactTexts.noCalls,
      ...(copied.ok && { text: contactTexts.numberCopied(text) }),
    });
  };
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={contactTexts.callNumber(text)}
      onClick={() => void call()}
    >
      {contactTexts.call}
    </Button>
  );
}
