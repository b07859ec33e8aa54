// Takes files: dropped, or chosen. A dropped folder gives all files in it with their paths.
import { Button, Group, Text } from '@mantine/core';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';
import { readDroppedFiles, type DroppedFile } from './read-dropped-files.ts';
import './file-drop.css';

interface FileDropProps {
  /** What may be dropped here. */
  readonly label: string;
  readonly text?: string;
  /** Of single files, such as `.zip`. */
  readonly accept?: string;
  /** Whether a folder may be given. */
  readonly takesFolder?: boolean;
  readonly isDisabled?: boolean;
  readonly onFiles: (files: readonly DroppedFile[]) => void;
}

export function FileDrop({ label, text, accept, takesFolder = false, isDisabled = false, onFiles }: FileDropProps) {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const choose = (chosen: FileList | null): void => {
    if (chosen && chosen.length > 0)
      onFiles([...chosen].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (!isDisabled) void readDroppedFiles(event.dataTransfer).then((found) => found.length > 0 && onFiles(found));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons do the same by keyboard
    <div
      className="file-drop"
      role="group"
      aria-label={label}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" size={26} />
      <Text fw={500}>{label}</Text>
      {text !== undefined && (
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      )}
      <Group gap="xs" mt="xs" justify="center">
        <Button variant="default" disabled={isDisabled} onClick={() => files.current?.click()}>
          {t('fileDrop.chooseFile')}
        </Button>
        {takesFolder && (
          <Button variant="default" disabled={isDisabled} onClick={() => folder.current?.click()}>
            {t('fileDrop.chooseFolder')}
          </Button>
        )}
      </Group>
      <input
        ref={files}
        type="file"
        hidden
        accept={accept}
        aria-label={t('fileDrop.chooseFile')}
        onChange={(event) => choose(event.currentTarget.files)}
      />
      {takesFolder && (
        <input
          ref={(input) => {
            folder.current = input;
            if (input) input.webkitdirectory = true;
          }}
          type="file"
          hidden
          aria-label={t('fileDrop.chooseFolder')}
          onChange={(event) => choose(event.currentTarget.files)}
        />
      )}
    </div>
  );
}
