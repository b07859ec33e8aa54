import { ActionIcon, CopyButton as Copier, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';

/** Copies a text. `label` says what, if the text next to it doesn't. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { t } = useTranslation();
  return (
    <Copier value={text}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('common.copied') : (label ?? t('common.copy'))} openDelay={copied ? 0 : 300}>
          <ActionIcon
            size="sm"
            aria-label={label ?? t('common.copy')}
            onClick={(event) => {
              event.stopPropagation();
              copy();
            }}
          >
            <Icon name={copied ? 'check' : 'copy'} size={15} />
          </ActionIcon>
        </Tooltip>
      )}
    </Copier>
  );
}
