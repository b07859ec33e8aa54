import { useTranslation } from 'react-i18next';
import type { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import type { NeededPermission } from '#model/operator.ts';

type MissingSetup = Awaited<ReturnType<typeof api.operatorSettings.list>>['Missing'][number];

/** Where an operator adds it, and the permission of that page. Mail is set up on the server, not in the console. */
const pages: Readonly<Record<MissingSetup['Code'], readonly [path: string, permission: NeededPermission] | undefined>> =
  {
    NoTerms: ['/documents', 'documents.read'],
    NoPrivacyPolicy: ['/documents', 'documents.read'],
    NoGames: ['/games', 'games.read'],
    GamesWithoutFiles: ['/games', 'games.read'],
    NoLegalContact: ['/settings/portal', 'settings.read'],
    NoPaymentProvider: ['/settings', 'settings.read'],
    ProductsWithoutProvider: ['/settings', 'settings.read'],
    NoMail: undefined,
  };

/** Says what the portal still needs, what to do, and on which page the operator can do it. */
export function useMissingSetup(): (missing: MissingSetup) => { readonly text: string; readonly page?: string } {
  const { t, i18n } = useTranslation();
  const { can } = useOperator();
  const games = new Intl.ListFormat(i18n.language);
  return ({ Code, Games = [] }) => {
    const text = t(`missingSetup.${Code}`, { games: games.format(Games), count: Games.length });
    const [path, permission] = pages[Code] ?? [];
    const [game] = Games;
    if (path === undefined || permission === undefined || !can(permission)) return { text };
    return { text, page: Code === 'GamesWithoutFiles' && game !== undefined ? `${path}/${game}` : path };
  };
}
