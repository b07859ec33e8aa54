// All mail templates and their data. The schemas are closed: a mail contains nothing else.
import { Type, type Static } from 'typebox';
import type { Locale } from '#model/locale.ts';
import { instant, object, oneOf, text } from '#model/schema.ts';

const link = Type.String({
  maxLength: 2048,
  pattern: '^https?://',
  description: 'An address of the portal, or of the console.',
});

const ticket = text(36, { minLength: 1 });

const lines = Type.Array(text(5000), { minItems: 1, maxItems: 5020 });

const proof = object({
  link,
  code: Type.String({ maxLength: 6, pattern: '^[0-9]{6}$' }),
  mark: text(40, { minLength: 1, description: 'What the waiting screen shows as well.' }),
  minutes: Type.Integer({ minimum: 1, maximum: 1440, description: 'How long link and code work.' }),
  askedAt: instant,
  place: Type.Optional(text(100, { minLength: 1, description: 'Roughly where it was asked for, in words.' })),
});

const identityChange = object({ link, identity: text(400, { minLength: 1 }), until: instant });

/** The calls that another operator may have to approve, as mails name them. */
export const approvalChanges = [
  'operatorDrafts_apply',
  'operatorDrafts_revert',
  'operatorDrafts_schedule',
  'operatorGames_publish',
  'operatorOrders_refund',
  'operatorPlayers_erase',
  'operatorProducts_importCsv',
  'operatorProducts_save',
] as const;

const operatorName = text(200, { minLength: 1, description: 'The name of an operator or key.' });

const approvalDecision = object({
  link,
  name: operatorName,
  change: oneOf(approvalChanges),
  message: Type.Optional(lines),
});

export const mailDataSchemas = {
  'sign-in': proof,
  'add-email': proof,
  'identity-added': identityChange,
  'identity-removed': identityChange,
  merged: object({ link, until: instant }),
  'deletion-requested': object({ link, on: instant }),
  'support-request': object({
    link,
    ticket,
    about: text(200, { minLength: 1, description: 'The game, or the portal.' }),
    sender: text(254, { minLength: 3, description: 'Whom to answer.' }),
    message: lines,
  }),
  'support-receipt': object({ link, ticket }),
  'friend-invitation': object({
    link,
    name: text(80, { minLength: 1, description: 'The name of the inviting player.' }),
  }),
  'support-answer': object({
    link,
    ticket,
    message: lines,
    sender: Type.Optional(text(254, { minLength: 3, description: 'Where support is reached by mail.' })),
  }),
  'operator-sign-in': object({ link, minutes: Type.Integer({ minimum: 1, maximum: 1440 }) }),
  'operator-invitation': object({
    link,
    name: text(200, { minLength: 1, description: 'Who invites.' }),
    hours: Type.Integer({ minimum: 1, maximum: 1440 }),
  }),
  'approval-requested': object({
    link,
    name: operatorName,
    change: oneOf(approvalChanges),
    message: lines,
    until: instant,
  }),
  'approval-approved': approvalDecision,
  'approval-rejected': approvalDecision,
};

/** Mails to operators: their link leads to the console, all others to the portal. */
export const consoleTemplates: ReadonlySet<MailTemplateName> = new Set([
  'operator-sign-in',
  'operator-invitation',
  'approval-requested',
  'approval-approved',
  'approval-rejected',
]);

export type MailTemplateName = keyof typeof mailDataSchemas;

type DataOfTemplates = { [Template in MailTemplateName]: Static<(typeof mailDataSchemas)[Template]> };
export type MailData<Template extends MailTemplateName = MailTemplateName> = DataOfTemplates[Template];

type Content = { [Template in MailTemplateName]: { readonly template: Template; readonly data: MailData<Template> } };

export type QueuedMail = Content[MailTemplateName] & {
  readonly to: string;
  readonly locale: Locale;
  /** When the mail becomes useless, for example because its link has expired. */
  readonly notAfter: Date;
};
