// A subscription of a browser to push messages. `Token` is the JSON that the browser makes of it.
import { Type } from 'typebox';
import { GameName } from './game.ts';
import { object, text } from './schema.ts';

export const PushToken = object({ Game: GameName, Platform: Type.Enum(['web']), Token: text(4000) });
