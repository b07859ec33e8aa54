import { analyticsEventIds } from '#model/analytics-events.ts';
import { object, text } from '#model/schema.ts';
import { SimulatorFramingOriginSetting } from '../kit/settings.ts';
import { definePlatform } from '../port.ts';

const publicSettings = { FrameOrigin: SimulatorFramingOriginSetting };

export const fxlauncher = definePlatform({
  id: 'FxLauncher',
  title: 'FxId Launcher',
  evidence: { level: 'own' },
  embeddedBy: [],
  identityTypes: [],
  purchases: 'portal',
  capabilities: ['signIn', 'friends', 'invites', 'share', 'favorites', 'community', 'reviews', 'video'],
  startEvent: analyticsEventIds.LauncherStarted,
  settings: object(publicSettings),
  publicData: object(publicSettings),
  login: { key: 'FxLauncher', block: object({ LoginCode: text(200) }) },
});
