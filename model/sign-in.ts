// What a sign-in answers, whichever way somebody took.
import { Type, type Static } from 'typebox';
import { object, text, uuid } from './schema.ts';

/** The identity belongs to another account: what shows and confirms a merge of the two. */
export const MergeOffer = object({ MergeToken: text(100) });

export const SignedInReply = object({
  Token: text(200),
  AccountId: uuid,
  Merge: Type.Optional(MergeOffer),
});
export type SignedInReply = Static<typeof SignedInReply>;
