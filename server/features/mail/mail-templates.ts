// The mails there are, and what each of them needs to be written. Closed schemas: a mail says nothing that is not named here.
import { Type, type Static } from 'typebox';
import type { Locale } from '#model/locale.ts';
import { instant, object, text } from '#model/schema.ts';

const link = Type.String({ maxLength: 2048, pattern: '^https?://', description: 'An address of the portal.' });

const ticket = text(36, { minLength: 1 });

/** Of a message, and of what is told below it. */
const lines = Type.Array(text(5000), { minItems: 1, maxItems: 5020 });

/** For a mail that proves who owns the address. */
const proof = object({
  link,
  code: Type.String({ maxLength: 6, pattern: '^[0-9]{6}$' }),
  mark: text(40, { minLength: 1, description: 'What the waiting screen shows as well.' }),
  minutes: Type.Integer({ minimum: 1, maximum: 1440, description: 'How long link and code work.' }),
  askedAt: instant,
  place: Type.Optional(text(100, { minLength: 1, description: 'Roughly where it was asked for, in words.' })),
});

/** For a mail about a way to sign in that came or went. The link undoes it. */
const identityChange = object({ link, identity: text(400, { minLength: 1 }), until: instant });

export const mailTemplates = {
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
  'friend-invitation': object({ link, name: text(80, { minLength: 1, description: 'Of whoever invites.' }) }),
  'support-answer': object({
    link,
    ticket,
    message: lines,
    sender: Type.Optional(text(254, { minLength: 3, description: 'Where support is reached by mail.' })),
  }),
};

export type MailTemplate = keyof typeof mailTemplates;

type DataOfTemplates = { [Template in MailTemplate]: Static<(typeof mailTemplates)[Template]> };
export type MailData<Template extends MailTemplate = MailTemplate> = DataOfTemplates[Template];

type Content = { [Template in MailTemplate]: { readonly template: Template; readonly data: MailData<Template> } };

/** A mail that waits to be sent. */
export type QueuedMail = Content[MailTemplate] & {
  readonly to: string;
  readonly locale: Locale;
  /** When it is of no use any more, as a link that has expired. */
  readonly notAfter: Date;
};
