import { useTranslation } from 'react-i18next';
import type { SupportContext } from '#model/support.ts';

/** Shows all technical details that would be sent, and lets the player leave them out. */
export function SupportContextChoice({
  game,
  context,
  isSent,
  choose,
}: {
  game: string | undefined;
  context: SupportContext;
  isSent: boolean;
  choose: (isSent: boolean) => void;
}) {
  const { t } = useTranslation();
  const entries = Object.entries(context) as [keyof SupportContext, string | string[]][];
  return (
    <div className="context">
      <label>
        <input type="checkbox" checked={isSent} onChange={({ target }) => choose(target.checked)} />
        <span>{t('player.support.includeDetails')}</span>
      </label>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls: keyboard users need the focus to read the rest. */}
      <dl className={isSent ? '' : 'left-out'} tabIndex={0}>
        {game !== undefined && (
          <div>
            <dt>{t('player.support.contextGame')}</dt>
            <dd>{game}</dd>
          </div>
        )}
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`player.support.context${name}`)}</dt>
            <dd dir="ltr">{[value].flat().join(', ')}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
