// All routes of the portal. The home page is bundled; other screens are loaded on demand.
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { Navigate, useLocation, useRoutes, type RouteObject } from 'react-router';
import { loadWithTexts } from './i18n/load-with-texts.ts';
import { startPlayTimer } from './player/time-to-play.ts';
import { usePageEnvironment } from './page-environment.ts';
import { useSessionNumber } from './session.ts';
import { Landing } from './screens/landing/Landing.tsx';
import { BareLayout, MainLayout, SmallLayout } from './shell/layouts.tsx';
import { RequireSignIn } from './shell/RequireSignIn.tsx';
import { HydrationEnd } from './shell/HydrationEnd.tsx';

const Games = screen(() => import('./screens/games/Games.tsx'), 'Games');
const Game = screen(() => import('./screens/game/Game.tsx'), 'Game');
const Profile = screen(() => import('./screens/profile/Profile.tsx'), 'Profile');
const NotFound = screen<'NotFound', object>(() => import('./screens/error/NotFound.tsx'), 'NotFound');
const ErrorScreen = screen(() => import('./screens/error/ErrorScreen.tsx'), 'ErrorScreen');
const LoginValidateEmail = screen(() => import('./screens/login/LoginValidateEmail.tsx'), 'LoginValidateEmail');
const LoginWithTempToken = screen(() => import('./screens/login/LoginWithTempToken.tsx'), 'LoginWithTempToken');
const LoginFromDevice = screen(() => import('./screens/login/LoginFromDevice.tsx'), 'LoginFromDevice');
const UndoSignInChange = screen(() => import('./screens/login/UndoSignInChange.tsx'), 'UndoSignInChange');
const FriendInvitation = screen(() => import('./screens/invitation/FriendInvitation.tsx'), 'FriendInvitation');
const LoginFromGame = screen(() => import('./screens/login/LoginFromGame.tsx'), 'LoginFromGame');
const Player = screen(() => {
  startPlayTimer();
  return import('./screens/player/Player.tsx');
}, 'Player');
const DocumentPage = screen(() => import('./screens/document/DocumentPage.tsx'), 'DocumentPage');
const News = screen(() => import('./screens/news/News.tsx'), 'News');
const NewsItemPage = screen(() => import('./screens/news/NewsItemPage.tsx'), 'NewsItemPage');
const Store = screen(() => import('./screens/store/Store.tsx'), 'Store');
const StoreReturn = screen(() => import('./screens/store-return/StoreReturn.tsx'), 'StoreReturn');
const MerchantPaymentCompleted = screen(
  () => import('./screens/store-return/MerchantPaymentCompleted.tsx'),
  'MerchantPaymentCompleted',
);
const ContinueWithPersonalInfo = screen(
  () => import('./screens/store-return/ContinueWithPersonalInfo.tsx'),
  'ContinueWithPersonalInfo',
);
const BankCard = screen(() => import('./screens/bank-card/BankCard.tsx'), 'BankCard');
const Support = screen(() => import('./screens/support/Support.tsx'), 'Support');
const Quests = screen(() => import('./screens/quests/Quests.tsx'), 'Quests');
const DiscordQr = screen(() => import('./screens/qr/DiscordQr.tsx'), 'DiscordQr');
const Gallery = screen(() => import('./screens/gallery/Gallery.tsx'), 'Gallery');

interface Group {
  readonly element?: ReactNode;
  readonly children: readonly { readonly path: string; readonly element: ReactNode }[];
}

/**
 * The boundary has constant children: an update before it is hydrated would make React discard the server-rendered page
 * and the input that a visitor has made in it.
 */
export function PortalRoutes() {
  return (
    <Suspense>
      <CurrentScreen />
      <HydrationEnd />
    </Suspense>
  );
}

function CurrentScreen() {
  const { config, unknownPath } = usePageEnvironment();
  const { pathname } = useLocation();
  // The server looked as a visitor: some players also see hidden games.
  const isUnknown = useSessionNumber() === 0 && pathname === unknownPath;
  const isOnePage = config.routerType === 'hash' || config.game !== undefined;
  const groups = [
    ...outside,
    ...(config.game === undefined ? portal : singleGame),
    ...(config.lab ? [gallery] : []),
    isOnePage ? home : nowhere,
  ];
  return useRoutes(routesAt(pathname, isUnknown ? [nowhere] : groups));
}

/** Only the routes that may match, because the router compiles every route on each navigation. */
function routesAt(path: string, groups: readonly Group[]): RouteObject[] {
  const [, first = ''] = path.toLowerCase().split('/');
  const canMean = (route: string): boolean => {
    const [, begin = ''] = route.toLowerCase().split('/');
    return route === '*' || begin === first || (begin.startsWith(':') && first !== '') || first.includes('%');
  };
  return groups.flatMap(({ element, children }) => {
    const routes = children.filter((route) => canMean(route.path));
    return routes.length > 0 ? { element, children: routes } : [];
  });
}

const nowhere: Group = { element: <MainLayout />, children: [{ path: '*', element: <NotFound /> }] };

const home: Group = { children: [{ path: '*', element: <Navigate to="/" replace /> }] };

const gallery: Group = { children: [{ path: '/lab/ui', element: <Gallery /> }] };

/** Outside of the main layout. */
const outside: readonly Group[] = [
  {
    element: <BareLayout />,
    children: [
      '/play/:game',
      '/play/:game/iframe/:adapter',
      '/player/:game',
      '/player/:game/iframe/:adapter',
      '/:game/iframe/:adapter',
      '/iframe/:adapter',
    ].map((path) => ({ path, element: <Player /> })),
  },
  {
    element: <SmallLayout />,
    children: [
      { path: '/LoginWithTempToken', element: <LoginWithTempToken /> },
      { path: '/LoginFromDevice', element: <LoginFromDevice /> },
      { path: '/UndoSignInChange', element: <UndoSignInChange /> },
      { path: '/FriendInvitation', element: <FriendInvitation /> },
      { path: '/Store/ContinueWithPI', element: <ContinueWithPersonalInfo /> },
      { path: '/Store/Return/:id', element: <StoreReturn /> },
      { path: '/Store/MerchantPaymentCompleted/:token', element: <MerchantPaymentCompleted /> },
      ...['/Docs/:doc', '/Docs/:game/:doc', '/Docs/:game/:adapter/:doc'].map((path) => ({
        path,
        element: <DocumentPage />,
      })),
    ],
  },
  // This page has its own content security policy, so no link navigates inside the document.
  { element: <SmallLayout isAlone />, children: [{ path: '/Store/BankCard', element: <BankCard /> }] },
  {
    element: <MainLayout />,
    children: [
      { path: '/Support', element: <Support /> },
      { path: '/Quests', element: <Quests /> },
      { path: '/Store/:game', element: <Store /> },
      { path: '/News', element: <News /> },
      { path: '/News/:id', element: <NewsItemPage /> },
      { path: '/LoginValidateEmail', element: <LoginValidateEmail /> },
      // The token is removed from the URL before the router sees it.
      { path: '/LoginFromGame/:game/:token?', element: <LoginFromGame /> },
    ],
  },
];

const portal: readonly Group[] = [
  {
    element: <MainLayout />,
    children: [
      { path: '/', element: <Landing /> },
      { path: '/Games', element: <Games /> },
      { path: '/Games/:game', element: <Game /> },
      { path: '/Games/:game/News', element: <News /> },
      { path: '/Error', element: <ErrorScreen /> },
      {
        path: '/Profile',
        element: (
          <RequireSignIn>
            <Profile />
          </RequireSignIn>
        ),
      },
    ],
  },
];

const singleGame: readonly Group[] = [
  {
    element: <BareLayout />,
    children: [
      { path: '/', element: <Player /> },
      { path: '/Play', element: <Player /> },
      { path: '/discord-qr', element: <DiscordQr /> },
    ],
  },
];

function screen<Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await loadWithTexts(load))[name] }));
}
