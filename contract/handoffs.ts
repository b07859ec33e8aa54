// Hands a session over to another device by QR code. The player confirms on the first device by entering the number
// that the other device shows; without it the code's token is worthless.
import { Type } from 'typebox';
import { route } from '#model/route.ts';
import { instant, object, oneOf, text, url, uuid } from '#model/schema.ts';
import { TempTokenData } from './auth.ts';

export const RequestingDevice = object({
  UserAgent: text(400),
  Network: text(60),
  Country: Type.Optional(text(3)),
  AskedAt: instant,
});

const HandoffId = uuid;
const LivesSeconds = Type.Integer({ description: 'Seconds until it expires' });

export const handoffRoutes = {
  begin: route({
    method: 'POST',
    path: '/handoffs/begin',
    access: ['bound', 'whole'],
    summary: 'Start handing this session to another device. An earlier handoff from this session ends.',
    body: TempTokenData,
    reply: object({
      HandoffId,
      TokenLink: Type.String({
        ...url,
        description: 'For the QR code: the page the other device opens, with the token in its fragment',
      }),
      LivesSeconds,
    }),
    errors: ['InvalidRequest'],
    perMinute: 30,
  }),
  look: route({
    method: 'POST',
    path: '/handoffs/look',
    access: ['bound', 'whole'],
    summary: 'The state of a handoff, for the session that started it, with the device that is asking.',
    body: object({ HandoffId }),
    reply: object({
      Status: oneOf(['Waiting', 'Asked', 'Confirmed', 'Refused', 'Expired']),
      Device: Type.Optional(RequestingDevice),
      LivesSeconds,
    }),
    perMinute: 120,
  }),
  answer: route({
    method: 'POST',
    path: '/handoffs/answer',
    access: ['bound', 'whole'],
    summary: 'Confirm the asking device by the number it shows. A wrong number denies it for good.',
    body: object({
      HandoffId,
      Number: Type.Optional(text(2, { pattern: '^[0-9]{2}$', description: 'Absent: deny the request' })),
    }),
    reply: object({ Status: oneOf(['Confirmed', 'Refused', 'Expired']) }),
    perMinute: 30,
  }),
  ask: route({
    method: 'POST',
    path: '/handoffs/ask',
    access: ['anyone'],
    summary:
      "Ask for the session behind a QR code's token. Works once. The person who confirms types the returned number.",
    body: object({ Token: text(100) }),
    reply: object({
      Handle: Type.String({
        maxLength: 100,
        description: 'A temporary token that works once the other device has confirmed',
      }),
      Number: text(2),
      LivesSeconds,
    }),
    errors: ['TokenExpiredOrUsed'],
    perMinute: 30,
  }),
  status: route({
    method: 'POST',
    path: '/handoffs/status',
    access: ['anyone'],
    summary: 'The state of a handoff, for the device that asked.',
    body: object({ Handle: text(100) }),
    reply: object({ Status: oneOf(['Waiting', 'Confirmed', 'Refused', 'Expired']) }),
    perMinute: 120,
  }),
};
