import { Type } from 'typebox';
import { object, text } from './schema.ts';

export const PushToken = object({ Game: text(64), Platform: Type.Enum(['web']), Token: text(4000) });
