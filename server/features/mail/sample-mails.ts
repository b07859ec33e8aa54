import type { MailContext } from './compose-mail.ts';
import type { MailData, MailTemplateName } from './mail-templates.ts';

const proof: MailData<'sign-in'> = {
  link: 'https://play.example/LoginValidateEmail?inviteToken=BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc&game=gem-miner',
  code: '482913',
  mark: '4F2A',
  minutes: 15,
  askedAt: '2026-11-14T10:05:00Z',
  place: 'Lyon, France',
};
const profile = 'https://play.example/Profile';
const undo = 'https://play.example/UndoSignInChange?token=fxu_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc';

const consoleLink = 'https://console.play.example/sign-in#token=fxj_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc';

const approval = 'https://console.play.example/approvals?approval=00000000-0000-4000-8000-000000000001';

export const sampleMails: { readonly [Template in MailTemplateName]: MailData<Template> } = {
  'sign-in': proof,
  'add-email': proof,
  'identity-added': { link: undo, identity: 'Mail (mina@example.org)', until: '2026-11-28T10:05:00Z' },
  'identity-removed': { link: undo, identity: 'Google', until: '2026-11-28T10:05:00Z' },
  merged: { link: profile, until: '2026-12-14T10:05:00Z' },
  'deletion-requested': { link: profile, on: '2026-11-28T10:05:00Z' },
  'support-request': {
    link: 'https://play.example/',
    ticket: 'K7QF-2M9X-TR4B',
    about: 'Gem Miner',
    sender: 'ada@example.org',
    message: ['My lamp went out at depth 300.', '', 'What now?'],
  },
  'support-receipt': { link: 'https://play.example/', ticket: 'K7QF-2M9X-TR4B' },
  'friend-invitation': {
    link: 'https://play.example/FriendInvitation?token=fxi_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc',
    name: 'Ada',
  },
  'support-answer': {
    link: 'https://play.example/Support?ticket=K7QF-2M9X-TR4B',
    ticket: 'K7QF-2M9X-TR4B',
    message: ['Light it again at the camp.', '', 'We have put ten torches into your bag.'],
    sender: 'support@play.example',
  },
  'operator-sign-in': { link: consoleLink, minutes: 10 },
  'operator-invitation': { link: consoleLink, name: 'Olga Owner', hours: 72 },
  'approval-requested': {
    link: approval,
    name: 'Olga Owner',
    change: 'operatorPlayers_erase',
    message: ['The player asked for it.'],
    until: '2026-11-21T10:05:00Z',
  },
  'approval-approved': { link: approval, name: 'Olga Owner', change: 'operatorGames_publish' },
  'approval-rejected': {
    link: approval,
    name: 'Olga Owner',
    change: 'operatorOrders_refund',
    message: ['It was refunded yesterday.'],
  },
};

export const sampleTemplateNames = Object.keys(sampleMails) as MailTemplateName[];

export const sampleMailContext: MailContext = {
  portalName: 'Night Arcade',
  portalUrl: new URL('https://play.example/'),
  consoleUrl: new URL('https://console.play.example/'),
  from: 'noreply@play.example',
  to: 'mina@example.org',
};
