import { Button, type ButtonProps } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useFormat } from '#lib/use-format';

interface CopyButtonProps extends ButtonProps {
  children: string;
  /** Returns whether the text was copied. */
  onCopy: () => Promise<boolean>;
}

/** A button that confirms that it has copied. */
export function CopyButton({ children, onCopy, ...props }: CopyButtonProps) {
  const { t } = useFormat();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<Icon size={13} aria-hidden />}
      onClick={() => void onCopy().then(setCopied)}
      {...props}
    >
      {isCopied ? t('ui.copied') : children}
    </Button>
  );
}
