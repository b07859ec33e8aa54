// What a change did: each changed field with its value before and afterwards.
import { useTranslation } from 'react-i18next';
import { listChangedFields } from './list-changed-fields.ts';
import './json-diff.css';

export function JsonDiff({ before, after }: { before: unknown; after: unknown }) {
  const { t } = useTranslation();
  const fields = listChangedFields(before, after);
  return (
    <table className="json-diff">
      <thead>
        <tr>
          <th scope="col">{t('diff.field')}</th>
          <th scope="col">{t('diff.before')}</th>
          <th scope="col">{t('diff.after')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ path, before: old, after: next }) => (
          <tr key={path}>
            <th scope="row" className="mono">
              {path}
            </th>
            <td className="mono json-diff-before">{show(old)}</td>
            <td className="mono json-diff-after">{show(next)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const show = (value: unknown): string =>
  value === undefined ? '—' : typeof value === 'string' ? value : JSON.stringify(value);
