// Players' calls with hostile texts in all fields of their replies, for `mockApi`.
import { PortalConfig } from '#contract/config.ts';
import { createHostileReplies, type AddressKind } from '#contract/testing/hostile-replies.ts';
import { playerReplyTexts } from '#contract/testing/reply-texts.ts';

const replies = createHostileReplies(playerReplyTexts, { Locale: 'en', SupportedLanguages: ['en'] });

export const buildHostileReplies = replies.build;

export const buildHostilePortalConfig = (addresses: AddressKind): PortalConfig =>
  replies.fill(PortalConfig, 'PortalConfig', addresses) as PortalConfig;
