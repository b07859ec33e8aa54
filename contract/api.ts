// The complete HTTP API: groups of calls by name. The server implements it; the client and the API page are generated
// from it.
import { analytics } from './analytics.ts';
import { auth, invite } from './auth.ts';
import { crossPlay, go, info, push, support } from './community.ts';
import { deliveries } from './deliveries.ts';
import { friends } from './friends.ts';
import { discovery } from './discovery.ts';
import { documents, games, play } from './games.ts';
import { favorites, reviews, words } from './opinions.ts';
import { handoffs } from './handoffs.ts';
import { operator } from './operator.ts';
import { profile } from './profile.ts';
import { adapterAreas } from './registries.ts';
import { store } from './store.ts';

export const api = {
  analytics,
  auth,
  crossPlay,
  deliveries,
  discovery,
  documents,
  favorites,
  friends,
  games,
  go,
  handoffs,
  info,
  invite,
  operator,
  play,
  profile,
  push,
  reviews,
  store,
  support,
  words,
  ...adapterAreas,
};

export type Api = typeof api;
