// The player comes from a game, with a token signed by the game's server. A new player is asked whether to connect the
// game to their account.
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { apiClient } from '#portal/api.ts';
import { gamePagePath } from '#portal/shell/own-page-paths.ts';
import { ConnectGame } from './ConnectGame.tsx';
import { LoginFailed } from './LoginFailed.tsx';
import { LoginWaiting } from './LoginPageLayout.tsx';
import { AcceptSession } from './AcceptSession.tsx';
import { useUrlToken } from './use-url-token.ts';
import { useRunOnce } from './use-run-once.ts';

export function LoginFromGame() {
  const { i18n } = useTranslation();
  const { game = '' } = useParams();
  const token = useUrlToken();
  const reply = useRunOnce(token && `game ${game} ${token}`, () =>
    apiClient.auth.authenticateFromGame({ Token: token ?? '', Game: game, Locale: i18n.language }),
  );
  if (token === undefined) return <LoginFailed error={new Error('no token')} />;
  if (reply.state === 'pending') return <LoginWaiting />;
  if (reply.state === 'failed') return <LoginFailed error={reply.error} />;
  const { IsConnected, ConnectedData, NotConnectedData } = reply.value;
  if (IsConnected && ConnectedData) {
    return (
      <AcceptSession session={{ token: ConnectedData.Token, method: 'game', isLesser: true }} to={gamePagePath(game)} />
    );
  }
  if (NotConnectedData) return <ConnectGame game={game} connectToken={NotConnectedData.ConnectToken} />;
  return <LoginFailed error={new Error('no token')} />;
}
