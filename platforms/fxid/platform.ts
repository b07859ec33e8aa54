import { object, text } from '#model/schema.ts';
import { definePlatform } from '../port.ts';

export const fxid = definePlatform({
  id: 'FxId',
  title: 'FxId',
  evidence: { level: 'own' },
  identityTypes: [],
  login: { key: 'FxIdLogin', block: object({ LoginCode: text(200) }) },
  capabilities: ['signIn', 'friends', 'invites', 'share', 'favorites', 'community', 'reviews', 'video'],
  purchases: 'portal',
  headerUi: true,
});
