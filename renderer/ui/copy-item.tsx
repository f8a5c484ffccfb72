import { Menu } from '@mantine/core';
import { api } from '#lib/api';
import { showToast } from '#lib/toasts';

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
