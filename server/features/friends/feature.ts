import type { Infrastructure } from '#server/infrastructure.ts';
import { buildPageAddress } from '#server/page-address.ts';
import { createFriendReportRoutes } from './friend-report-routes.ts';
import { createFriendsRoutes, type FriendsDeps } from './routes.ts';

export interface FriendsFeatureDeps extends Omit<FriendsDeps, 'buildAddress'> {
  readonly config: Infrastructure['config'];
}

export const createFriendsFeature = ({ config, ...deps }: FriendsFeatureDeps) => ({
  routes: {
    friends: createFriendsRoutes({
      ...deps,
      buildAddress: (token) => `${buildPageAddress(config, 'FriendInvitation').href}?token=${token}`,
    }),
    playerReports: createFriendReportRoutes(deps.database),
  },
});
