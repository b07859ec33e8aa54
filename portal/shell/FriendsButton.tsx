import { useOpenModal } from './open-modal.ts';
import { useSessionNumber } from '#portal/session.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { useFriendCount } from '#portal/queries/use-friends.ts';
import './friends-button.css';

/** Opens the friends modal, and shows the number of friends. Only for signed-in players. */
export function FriendsButton({ game, variant }: { game?: string; variant: 'normal' | 'icon' }) {
  return useSessionNumber() > 0 && <SignedIn game={game} variant={variant} />;
}

function SignedIn({ game, variant }: { game: string | undefined; variant: 'normal' | 'icon' }) {
  const openModal = useOpenModal();
  const { count, number, title: label } = useFriendCount(game);
  const open = (): void => void openModal('social', game === undefined ? {} : { game });
  if (variant === 'normal')
    return (
      <Button className="friends-opener" aria-haspopup="dialog" onClick={open}>
        <Icon name="friends" />
        {label}
      </Button>
    );
  return (
    <Button
      kind="quiet"
      className="friends-button"
      aria-haspopup="dialog"
      aria-label={label}
      title={label}
      onClick={open}
    >
      <Icon name="friends" />
      {count > 0 && <span aria-hidden="true">{number}</span>}
    </Button>
  );
}
