// Every address of the portal and what it shows. Paths match whatever their case. The first page is part of the program;
// everything else is loaded when somebody goes there.
import { lazy, Suspense, type ComponentType } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { withTexts } from './i18n/with-texts.ts';
import { beginPlay } from './player/time-to-play.ts';
import { usePage } from './page.ts';
import { Landing } from './screens/landing/Landing.tsx';
import { BareLayout, MainLayout, SmallLayout } from './shell/layouts.tsx';
import { RequireSignIn } from './shell/RequireSignIn.tsx';
import { TakeOver } from './shell/TakeOver.tsx';

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
  beginPlay();
  return import('./screens/player/Player.tsx');
}, 'Player');
const DocumentPage = screen(() => import('./screens/document/DocumentPage.tsx'), 'DocumentPage');
const News = screen(() => import('./screens/news/News.tsx'), 'News');
const NewsPage = screen(() => import('./screens/news/NewsPage.tsx'), 'NewsPage');
const Store = screen(() => import('./screens/store/Store.tsx'), 'Store');
const StoreReturn = screen(() => import('./screens/storereturn/StoreReturn.tsx'), 'StoreReturn');
const MerchantPaymentCompleted = screen(
  () => import('./screens/storereturn/MerchantPaymentCompleted.tsx'),
  'MerchantPaymentCompleted',
);
const ContinueWithPi = screen(() => import('./screens/storereturn/ContinueWithPi.tsx'), 'ContinueWithPi');
const BankCard = screen(() => import('./screens/bankcard/BankCard.tsx'), 'BankCard');
const Support = screen(() => import('./screens/support/Support.tsx'), 'Support');
const DiscordQr = screen(() => import('./screens/qr/DiscordQr.tsx'), 'DiscordQr');
const Gallery = screen(() => import('./ui/gallery/Gallery.tsx'), 'Gallery');

export function PortalRoutes() {
  const { config, unknownPath } = usePage();
  const { pathname } = useLocation();
  const isOnePage = config.routerType === 'hash' || config.game !== undefined;
  return (
    <Suspense>
      {pathname === unknownPath ? (
        <Routes>{nowhere}</Routes>
      ) : (
        <Routes>
          {outsideRoutes}
          {config.game === undefined ? portalRoutes : singleGameRoutes}
          {config.lab && <Route path="/lab/ui" element={<Gallery />} />}
          {isOnePage ? <Route path="*" element={<Navigate to="/" replace />} /> : nowhere}
        </Routes>
      )}
      <TakeOver />
    </Suspense>
  );
}

const nowhere = (
  <Route element={<MainLayout />}>
    <Route path="*" element={<NotFound />} />
  </Route>
);

/** What a portal and a single-game site have in common, outside the main layout. */
const outsideRoutes = (
  <>
    <Route element={<BareLayout />}>
      {[
        '/play/:game',
        '/play/:game/iframe/:adapter',
        '/player/:game',
        '/player/:game/iframe/:adapter',
        '/:game/iframe/:adapter',
        '/iframe/:adapter',
      ].map((path) => (
        <Route key={path} path={path} element={<Player />} />
      ))}
    </Route>
    <Route element={<SmallLayout />}>
      <Route path="/LoginWithTempToken" element={<LoginWithTempToken />} />
      <Route path="/LoginFromDevice" element={<LoginFromDevice />} />
      <Route path="/UndoSignInChange" element={<UndoSignInChange />} />
      <Route path="/FriendInvitation" element={<FriendInvitation />} />
      <Route path="/Store/ContinueWithPI" element={<ContinueWithPi />} />
      <Route path="/Store/Return/:id" element={<StoreReturn />} />
      <Route path="/Store/MerchantPaymentCompleted/:token" element={<MerchantPaymentCompleted />} />
      {['/Docs/:doc', '/Docs/:game/:doc', '/Docs/:game/:adapter/:doc'].map((path) => (
        <Route key={path} path={path} element={<DocumentPage />} />
      ))}
    </Route>
    {/* It has a policy of its own, which holds as long as the document is there: nothing leads on within it. */}
    <Route element={<SmallLayout isAlone />}>
      <Route path="/Store/BankCard" element={<BankCard />} />
    </Route>
    <Route element={<MainLayout />}>
      <Route path="/Support" element={<Support />} />
      <Route path="/Store/:game" element={<Store />} />
      <Route path="/News" element={<News />} />
      <Route path="/News/:id" element={<NewsPage />} />
      <Route path="/LoginValidateEmail" element={<LoginValidateEmail />} />
      {/* The token is out of the address before the router sees it. */}
      <Route path="/LoginFromGame/:game/:token?" element={<LoginFromGame />} />
    </Route>
  </>
);

const portalRoutes = (
  <Route element={<MainLayout />}>
    <Route path="/" element={<Landing />} />
    <Route path="/Games" element={<Games />} />
    <Route path="/Games/:game" element={<Game />} />
    <Route path="/Games/:game/News" element={<News />} />
    <Route path="/Error" element={<ErrorScreen />} />
    <Route
      path="/Profile"
      element={
        <RequireSignIn>
          <Profile />
        </RequireSignIn>
      }
    />
  </Route>
);

const singleGameRoutes = (
  <>
    <Route element={<BareLayout />}>
      <Route path="/" element={<Player />} />
      <Route path="/Play" element={<Player />} />
      <Route path="/discord-qr" element={<DiscordQr />} />
    </Route>
  </>
);

function screen<Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await withTexts(load))[name] }));
}
