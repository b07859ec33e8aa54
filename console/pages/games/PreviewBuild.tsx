import { Anchor, Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { WebLink } from '#console/ui/WebLink.tsx';
import type { Build } from './game-query.ts';
import { useReturnFocus } from '#console/ui/use-return-focus.ts';

/** The link is shown once: the server keeps only its hash. */
export function PreviewBuild({ game, build, onClose }: { game: string; build: Build; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation();
  const [days, setDays] = useState(14);
  const [url, setUrl] = useState<string>();
  const key = { Game: game, Build: build.Build };
  const create = useAction({
    run: () => api.operatorGames.previewLink({ ...key, Days: days }),
    changes: [['games']],
    onDone: ({ Url }) => setUrl(Url),
  });
  const end = useAction({
    run: () => api.operatorGames.endPreview(key),
    done: t('games.preview.ended'),
    changes: [['games']],
    onDone: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('games.preview.title', { build: build.Build })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        <Text>{t('games.preview.text')}</Text>
        {url === undefined ? (
          <>
            {build.PreviewUntil !== undefined && (
              <Text c="dimmed">
                {t('games.preview.until')} <DateTime at={build.PreviewUntil} />
              </Text>
            )}
            <NumberInput
              label={t('games.preview.days')}
              min={1}
              max={365}
              allowDecimal={false}
              value={days}
              onChange={(value) => setDays(typeof value === 'number' ? value : 1)}
            />
            <Group justify="flex-end" gap="xs">
              {build.PreviewUntil !== undefined && (
                <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
                  {t('games.preview.end')}
                </Button>
              )}
              <Button loading={create.isPending} onClick={() => create.mutate()}>
                {t('games.preview.create')}
              </Button>
            </Group>
          </>
        ) : (
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Anchor component={WebLink} href={url} className="mono" style={{ overflowWrap: 'anywhere' }}>
              {url}
            </Anchor>
            <CopyButton text={url} label={t('games.preview.copy')} />
          </Group>
        )}
      </Stack>
    </Modal>
  );
}
