import { Text, Textarea } from '@mantine/core';
import { useDeferredValue, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Markdown } from './Markdown.tsx';

interface MarkdownEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The language of the text. */
  readonly lang?: string;
  readonly maxLength?: number;
  readonly error?: string | undefined;
  readonly isReadOnly?: boolean;
}

/** Markdown with a live preview, side by side, or one above the other on a narrow screen. */
export function MarkdownEditor({
  label,
  value,
  onChange,
  lang,
  maxLength,
  error,
  isReadOnly = false,
}: MarkdownEditorProps) {
  const { t } = useTranslation();
  const id = useId();
  // A long text is rendered after the key press is shown.
  const previewed = useDeferredValue(value);
  return (
    <div className="markdown-editor">
      <Textarea
        label={label}
        lang={lang}
        autosize
        minRows={14}
        maxRows={30}
        maxLength={maxLength}
        error={error}
        readOnly={isReadOnly}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div>
        <Text id={id} fw={500} size="sm" mb={4}>
          {t('markdown.preview')}
        </Text>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
        <div className="markdown-preview" role="region" aria-labelledby={id} tabIndex={0} lang={lang}>
          <Markdown text={previewed} />
        </div>
      </div>
    </div>
  );
}
