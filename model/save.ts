// A save: the keys and values that a game has stored for a player. Every change of a save gets a new revision number.
import { Type } from 'typebox';
import { instant, object, oneOf, text, uuid } from './schema.ts';

export const maxSaveKeys = 1000;
/** The largest value of the server's setting `SAVE_MAX_BYTES`. A larger save would not fit into one write. */
export const maxSaveBytes = 4_000_000;

export const SaveKey = Type.String({ minLength: 1, maxLength: 128, description: 'At most 128 characters' });

export const SaveKeys = Type.Record(
  Type.String({ pattern: '^[\\s\\S]{1,128}$' }),
  Type.String({ maxLength: maxSaveBytes }),
  {
    maxProperties: maxSaveKeys,
    additionalProperties: false,
    description: 'Values by key. A key has at most 128 characters. Games store JSON as text',
  },
);

export const SaveRevisionNumber = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Grows with every change, not by one. 0: nothing is saved',
});

/** What players see of a save before they choose between two. */
export const saveDescriptionFields = {
  UpdatedAt: instant,
  Device: Type.Optional(text(80, { description: 'The device that wrote it, such as "Chrome on Windows"' })),
  Summary: Type.Optional(text(80, { description: 'A short text from the game, such as "Level 12"' })),
  Bytes: Type.Integer({ minimum: 0, description: 'Size of all keys and values in UTF-8' }),
};

export const SaveRevision = object({
  Revision: SaveRevisionNumber,
  ...saveDescriptionFields,
  Origin: oneOf(['Device', 'Server', 'Restore', 'Merge'], {
    description:
      "Written by a device or by the game's server, restored from an earlier revision, or from an account that was merged",
  }),
});

/** The save of a merged account, for a game that the other account had also saved. The player chooses one of the two. */
export const SaveCopy = object({ CopyId: uuid, ...saveDescriptionFields });
