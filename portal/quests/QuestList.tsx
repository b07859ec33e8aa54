import { useTranslation } from 'react-i18next';
import type { Quest } from '#model/quest.ts';
import { useGameTitle } from '#portal/queries/use-games-by-name.ts';
import { useFormats } from '#portal/i18n/use-formats.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import './quest-list.css';

export function QuestList({ quests }: { quests: readonly Quest[] }) {
  return (
    <ul className="quest-list">
      {quests.map((quest) => (
        <QuestRow key={quest.Id} quest={quest} />
      ))}
    </ul>
  );
}

function QuestRow({ quest: { Id, Title, Progress, Goal, Done, Reward } }: { quest: Quest }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <li>
      <div className="about">
        <p className="title" dir="auto" id={`quest-${Id}`}>
          {Title}
        </p>
        {Done ? (
          <Badge tone="good">{t('quests.done')}</Badge>
        ) : (
          <span className="count">{t('quests.progress', { progress: number(Progress), goal: number(Goal) })}</span>
        )}
      </div>
      <progress value={Progress} max={Goal} aria-labelledby={`quest-${Id}`} />
      {Reward && <RewardLine reward={Reward} />}
    </li>
  );
}

function RewardLine({ reward: { Game, Products, State } }: { reward: NonNullable<Quest['Reward']> }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const title = useGameTitle(Game);
  const products = Products.map(({ Name, Count }) => (Count === 1 ? Name : `${Name} × ${number(Count)}`));
  return (
    <p className="reward">
      <span dir="auto">{t('quests.reward', { products: products.join(', ') })}</span>
      {State !== 'Locked' && <span>{t(`quests.state.${State}`, { game: title })}</span>}
    </p>
  );
}
