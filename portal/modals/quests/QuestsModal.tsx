import { useTranslation } from 'react-i18next';
import { LoadedQuests } from '#portal/quests/LoadedQuests.tsx';
import { QuestList } from '#portal/quests/QuestList.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';

/** A game's quests, over the running game. */
export function QuestsModal({ game, close }: { game: string; close: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('quests.title')} onClose={close}>
      <LoadedQuests game={game} List={QuestList} />
    </Dialog>
  );
}
