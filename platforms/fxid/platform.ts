import { object, text } from '#model/schema.ts';
import { platform } from '../port.ts';

export const fxid = platform({
  id: 'FxId',
  title: 'FxId',
  identityTypes: [],
  login: { key: 'FxIdLogin', block: object({ LoginCode: text(200) }) },
  offers: ['signIn', 'friends', 'invites', 'share', 'favorites', 'community', 'reviews', 'video'],
  purchases: 'portal',
  headerUi: true,
});
