// Two versions of a text: removed and added words in their lines.
import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { compareTexts } from '#model/compare-texts.ts';
import './text-diff.css';

export function TextDiff({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation();
  if (before === after) return <Alert color="gray">{t('diff.same')}</Alert>;
  const lines = compareTexts(before, after);
  if (!lines) return <Alert color="yellow">{t('diff.tooDifferent')}</Alert>;
  return (
    <div className="text-diff">
      {lines.map((line, index) =>
        'skipped' in line ? (
          // oxlint-disable-next-line react/no-array-index-key -- the lines never change
          <p key={index} className="text-diff-skipped">
            {t('diff.skipped', { count: line.skipped })}
          </p>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <p key={index}>
            {line.pieces.map(({ kind, text }, place) => {
              const Piece = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
              // oxlint-disable-next-line react/no-array-index-key -- as above
              return <Piece key={place}>{text}</Piece>;
            })}
          </p>
        ),
      )}
    </div>
  );
}
