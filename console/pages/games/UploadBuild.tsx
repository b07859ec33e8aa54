// Uploads a folder or an archive: version and description, progress, and the draft that it became.
import { Alert, Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useFormats } from '#console/i18n/use-formats.ts';
import { FileDrop } from '#console/ui/FileDrop.tsx';
import { FormProblem } from '#console/ui/FormProblem.tsx';
import { Icon } from '#console/ui/Icon.tsx';
import type { DroppedFile } from '#console/ui/read-dropped-files.ts';
import { maxArchivedFiles, packArchive } from './pack-archive.ts';
import { sendArchive } from './send-archive.ts';

type Stage =
  | { readonly name: 'choosing'; readonly error?: unknown; readonly fault?: string }
  | { readonly name: 'packing'; readonly done: number; readonly total: number }
  | { readonly name: 'sending'; readonly done: number; readonly total: number }
  | { readonly name: 'checking' }
  | { readonly name: 'ready'; readonly build: number };

export function UploadBuild({ game }: { game: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { number, bytes } = useFormats();
  const [stage, setStage] = useState<Stage>({ name: 'choosing' });
  const [version, setVersion] = useState('');
  const [description, setDescription] = useState('');
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const upload = async (chosen: readonly DroppedFile[]): Promise<void> => {
    const files = chosen.filter(({ path }) => !path.split('/').some((part) => part.startsWith('.')));
    const [only] = files;
    const isArchive = files.length === 1 && /\.zip$/i.test(only?.path ?? '');
    if (!only || files.length > maxArchivedFiles)
      return setStage({ name: 'choosing', fault: t('games.upload.tooMany', { count: maxArchivedFiles }) });
    const { signal } = (stop.current = new AbortController());
    try {
      const archive = isArchive
        ? only.file
        : await packArchive(files, {
            signal,
            onProgress: (done) => setStage({ name: 'packing', done, total: files.length }),
          });
      setStage({ name: 'sending', done: 0, total: archive.size });
      const sent = await sendArchive(archive, {
        calls: api.operatorGames,
        game,
        version: version.trim() || undefined,
        description: description.trim() || undefined,
        signal,
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        onProgress: ({ State, ReceivedBytes }) =>
          setStage(
            State === 'Checking' ? { name: 'checking' } : { name: 'sending', done: ReceivedBytes, total: archive.size },
          ),
      });
      if (sent.State === 'Ready' && sent.Build !== undefined) {
        setStage({ name: 'ready', build: sent.Build });
        // They describe this build, not the next one.
        setVersion('');
        setDescription('');
      } else setStage({ name: 'choosing', fault: sent.Fault ?? t('problems.Unexpected') });
      await queries.invalidateQueries({ queryKey: ['games'] });
    } catch (error) {
      setStage({ name: 'choosing', ...(!signal.aborted && { error }) });
    }
  };

  if (stage.name === 'packing' || stage.name === 'sending' || stage.name === 'checking') {
    const share = stage.name === 'checking' ? 100 : (100 * stage.done) / Math.max(stage.total, 1);
    const said =
      stage.name === 'packing'
        ? t('games.upload.packing', { done: number(stage.done), total: number(stage.total) })
        : stage.name === 'sending'
          ? t('games.upload.sending', { done: bytes(stage.done), total: bytes(stage.total) })
          : t('games.upload.checking');
    return (
      <Stack gap="xs" role="status">
        <Group justify="space-between">
          <Text>{said}</Text>
          {stage.name !== 'checking' && (
            <Button variant="default" size="xs" onClick={() => stop.current?.abort()}>
              {t('games.upload.stop')}
            </Button>
          )}
        </Group>
        <Progress value={share} animated={stage.name === 'checking'} aria-label={t('games.upload.progress')} />
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      {stage.name === 'ready' && (
        <Alert color="teal" icon={<Icon name="check" />} role="status">
          {t('games.upload.ready', { build: stage.build })}
        </Alert>
      )}
      {stage.name === 'choosing' && stage.fault !== undefined && (
        <Alert color="red" icon={<Icon name="alert" />} role="alert" title={t('games.upload.failed')}>
          {stage.fault}
        </Alert>
      )}
      {stage.name === 'choosing' && <FormProblem error={stage.error} />}
      <Group grow preventGrowOverflow={false} align="flex-start">
        <TextInput
          label={t('games.builds.version')}
          description={t('games.upload.versionText')}
          maxLength={64}
          value={version}
          onChange={(event) => setVersion(event.currentTarget.value)}
        />
        <TextInput
          label={t('games.builds.description')}
          description={t('games.upload.descriptionText')}
          maxLength={2000}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </Group>
      <FileDrop
        takesFolder
        accept=".zip"
        label={t('games.upload.label')}
        text={t('games.upload.text')}
        onFiles={(files) => void upload(files)}
      />
    </Stack>
  );
}
