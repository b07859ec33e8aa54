import { Type, type Static } from 'typebox';
import { object, text, uuid } from './schema.ts';

/** Returned if the identity belongs to another account. The token previews and confirms a merge of the two accounts. */
export const MergeOffer = object({ MergeToken: text(100) });

export const SignedInReply = object({
  Token: text(200),
  AccountId: uuid,
  Merge: Type.Optional(MergeOffer),
});
export type SignedInReply = Static<typeof SignedInReply>;
