import { useTranslation } from 'react-i18next';
import type { ComparedTextLine } from '#model/compare-texts.ts';
import './document-changes.css';

export function DocumentChanges({ lines }: { lines: readonly ComparedTextLine[] }) {
  const { t, i18n } = useTranslation();
  const format = new Intl.NumberFormat(i18n.language);
  return (
    <div className="document-changes">
      {lines.map((line, number) =>
        'skipped' in line ? (
          // oxlint-disable-next-line react/no-array-index-key -- The lines never change, and have nothing else to be known by.
          <p key={number} className="skipped">
            {t('acceptDocuments.unchanged', { lines: format.format(line.skipped) })}
          </p>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- As above.
          <p key={number} dir="auto" className={isHeading(line.pieces) ? 'heading' : undefined}>
            {line.pieces.map(({ kind, text }, place) => {
              if (kind === 'same') return place === 0 ? text.replace(headingMark, '') : text;
              const Mark = kind === 'added' ? 'ins' : 'del';
              // oxlint-disable-next-line react/no-array-index-key -- As above.
              return <Mark key={place}>{text}</Mark>;
            })}
          </p>
        ),
      )}
    </div>
  );
}

const headingMark = /^#{1,6} /;

const isHeading = ([first]: Extract<ComparedTextLine, { pieces: unknown }>['pieces']): boolean =>
  first?.kind === 'same' && headingMark.test(first.text);
