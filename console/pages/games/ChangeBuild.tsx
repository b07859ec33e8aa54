import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { ConfirmWithReason } from '#console/ui/ConfirmWithReason.tsx';
import { useAction } from '#console/ui/use-action.ts';
import type { Build } from './game-query.ts';

/** `requestPublish`: a studio asks for the approval of its build. */
export type BuildChange = 'publish' | 'requestPublish' | 'rollBack' | 'discard';

interface ChangeBuildProps {
  readonly game: string;
  readonly change: BuildChange;
  readonly build: Build;
  readonly onClose: () => void;
}

/** Publishing, rolling back and discarding ask first; what players get changes at once. */
export function ChangeBuild({ game, change, build: { Build: number }, onClose }: ChangeBuildProps) {
  const { t } = useTranslation();
  const action = useAction({
    run: async (reason: string) => {
      const key = { Game: game, Build: number };
      const { operatorGames: calls } = api;
      const optional = { ...key, Reason: reason === '' ? undefined : reason };
      if (change === 'rollBack') await calls.rollBack({ ...key, Reason: reason });
      else if (change === 'discard') await calls.discard(optional);
      else await calls.publish(optional);
    },
    // A studio that has become trusted since publishes at once.
    done: t(`games.builds.${change === 'requestPublish' ? 'publish' : change}Done`, { build: number }),
    changes: [['games']],
    onDone: onClose,
    onStored: onClose,
  });
  return (
    <ConfirmWithReason
      isOpen
      title={t(`games.builds.${change}Title`, { build: number })}
      text={t(`games.builds.${change}Text`)}
      action={t(`games.builds.${change}`)}
      isDangerous={change === 'discard'}
      isReasonOptional={change !== 'rollBack'}
      isRunning={action.isPending}
      onClose={onClose}
      onConfirm={(reason) => action.mutate(reason)}
    />
  );
}
