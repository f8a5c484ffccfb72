import { Button, type ButtonProps, Menu } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useFormat } from '#lib/use-format';
import { api } from '#lib/api';
import { showToast } from '#lib/toasts';

interface CopyButtonProps extends ButtonProps {
  children: string;
  /** A function is called for each copy. */
  text: string | (() => string);
}

/** A button that confirms that it has copied. */
export function CopyButton({ children, text, ...props }: CopyButtonProps) {
  const { t } = useFormat();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    const outcome = await api.app.copyText({ text: typeof text === 'string' ? text : text() });
    setCopied(outcome.ok);
  };
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<Icon size={13} aria-hidden />}
      onClick={() => void copy()}
      {...props}
    >
      {isCopied ? t('ui.copied') : children}
    </Button>
  );
}

interface CopyItemProps {
  name: string;
  /** Said after the menu has closed. */
  done: string;
  text: string;
}

/** An item of a menu that copies a text. */
export function CopyItem({ name, done, text }: CopyItemProps) {
  const copy = async () => {
    if ((await api.app.copyText({ text })).ok) showToast({ tone: 'info', title: done });
  };
  return <Menu.Item onClick={() => void copy()}>{name}</Menu.Item>;
}
