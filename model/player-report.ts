// Reports of players to the moderators.
import { Type, type Static } from 'typebox';
import { oneOf, text } from './schema.ts';

export const PlayerReportReason = oneOf(['OffensiveName', 'Impersonation', 'Harassment', 'Cheating', 'Other']);
export type PlayerReportReason = Static<typeof PlayerReportReason>;

export const maxReportText = 300;

/** What a report says, whoever is reported. */
export const playerReportFields = {
  Reason: PlayerReportReason,
  Text: Type.Optional(text(maxReportText, { description: 'Only moderators read it' })),
};
