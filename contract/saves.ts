// A player has one save per game. A write names the revision that it is based on. If the stored revision is newer, the
// write is rejected with `SaveConflict`, whose `Fields` describe the stored save; nothing is overwritten silently.
import { Type } from 'typebox';
import { GameName, GameParams } from '#model/game.ts';
import { allSessionKinds, route } from '#model/route.ts';
import {
  maxSaveKeys,
  saveDescriptionFields,
  SaveCopy,
  SaveKey,
  SaveKeys,
  SaveRevision,
  SaveRevisionNumber,
} from '#model/save.ts';
import { EmptyRequest, instant, object, oneOf, text, uuid } from '#model/schema.ts';

const GameUid = text(128, { minLength: 1, description: "The game's id of the player" });
const Device = Type.Optional(text(80, { description: 'Shown to the player, such as "Chrome on Windows"' }));

const writeFields = {
  BaseRevision: Type.Integer({
    ...SaveRevisionNumber,
    description: 'The revision that the write is based on. 0: nothing was saved',
  }),
  WriteId: Type.String({ ...uuid, description: 'Chosen by the sender. A repeated write gets the same reply' }),
  Set: Type.Optional(SaveKeys),
  Remove: Type.Optional(Type.Array(SaveKey, { maxItems: maxSaveKeys })),
  Summary: Type.Optional(text(80, { description: 'A short text for the player, such as "Level 12"' })),
  Device,
  DeviceId: Type.Optional(
    Type.String({
      ...uuid,
      description:
        'Chosen by the device. Its writes within a few minutes are one revision; two devices can have one name',
    }),
  ),
};

const restoreFields = {
  Revision: SaveRevisionNumber,
  BaseRevision: Type.Integer({ ...SaveRevisionNumber, description: 'The current revision, as the caller knows it' }),
  Device,
};

const { UpdatedAt, Bytes, ...described } = saveDescriptionFields;

/** The player's current save. */
export const Save = object({
  Revision: SaveRevisionNumber,
  UpdatedAt: Type.Optional(UpdatedAt),
  ...described,
  Bytes,
  MaxBytes: Type.Integer({ minimum: 0, description: 'The largest size that this game may save' }),
  Keys: Type.Optional({ ...SaveKeys, description: 'Absent if `KnownRevision` is the current one' }),
});

export const SaveWritten = object({ Revision: SaveRevisionNumber, UpdatedAt: instant });
export const SaveRevisions = object({ Revisions: Type.Array(SaveRevision) });
export const SaveRevisionKeys = object({ Keys: SaveKeys });

const KnownRevision = Type.Optional(SaveRevisionNumber);
// The size of a save in JSON: quotes and line breaks in its values take two bytes.
const bodyLimit = 8_000_000;

export const saveRoutes = {
  read: route({
    method: 'POST',
    path: '/saves/read',
    access: allSessionKinds,
    summary:
      "The caller's save of a game. `Copy` is present if two accounts that were merged had both saved this game: ask the player which one to keep, then call `choose_copy`.",
    body: object({ Game: GameName, KnownRevision }),
    reply: Type.Object({ ...Save.properties, Copy: Type.Optional(SaveCopy) }, { additionalProperties: false }),
    errors: ['UnknownGame'],
    perMinute: 240,
  }),
  write: route({
    method: 'POST',
    path: '/saves/write',
    access: allSessionKinds,
    summary:
      'Change keys of the save, all or none of them. If another device has written since, the reply is `SaveConflict`, unless both have written the same.',
    body: object({ Game: GameName, ...writeFields }),
    bodyLimit,
    reply: SaveWritten,
    errors: ['UnknownGame', 'SaveConflict', 'SaveTooLarge'],
    perMinute: 240,
  }),
  list: route({
    method: 'POST',
    path: '/saves/list',
    access: ['handed', 'whole'],
    summary: "The caller's saves of all games, last changed first.",
    body: EmptyRequest,
    reply: object({ Saves: Type.Array(object({ Game: GameName, ...SaveRevision.properties })) }),
    perMinute: 60,
  }),
  revisions: route({
    method: 'POST',
    path: '/saves/revisions',
    access: allSessionKinds,
    summary: 'The last ten revisions of the save, the current one first.',
    body: GameParams,
    reply: SaveRevisions,
    errors: ['UnknownGame'],
    perMinute: 60,
  }),
  revision: route({
    method: 'POST',
    path: '/saves/revision',
    access: allSessionKinds,
    summary: 'The keys and values of one revision.',
    body: object({ Game: GameName, Revision: SaveRevisionNumber }),
    reply: SaveRevisionKeys,
    errors: ['UnknownGame', 'NotFound'],
    perMinute: 60,
  }),
  restore: route({
    method: 'POST',
    path: '/saves/restore',
    access: allSessionKinds,
    summary: 'Make an earlier revision the current one. This is a new revision, so it can be undone in the same way.',
    body: object({ Game: GameName, ...restoreFields }),
    reply: SaveWritten,
    errors: ['UnknownGame', 'NotFound', 'SaveConflict'],
    perMinute: 60,
  }),
  chooseCopy: route({
    method: 'POST',
    path: '/saves/choose_copy',
    access: allSessionKinds,
    summary:
      "Choose between the account's save and the copy that `read` returned. The one that isn't chosen becomes an earlier revision.",
    body: object({
      Game: GameName,
      CopyId: uuid,
      Keep: oneOf(['Account', 'Copy']),
      BaseRevision: SaveRevisionNumber,
    }),
    reply: SaveWritten,
    errors: ['UnknownGame', 'NotFound', 'SaveConflict'],
    perMinute: 60,
  }),
  remove: route({
    method: 'POST',
    path: '/saves/remove',
    access: ['whole'],
    summary: 'Remove all keys. This is a revision without keys, so an earlier one can be restored.',
    body: GameParams,
    reply: SaveWritten,
    errors: ['UnknownGame', 'NotFound'],
    perMinute: 20,
  }),
  serverRead: route({
    method: 'POST',
    path: '/saves/server/read',
    access: ['game'],
    summary: "A player's save, for the game's server.",
    body: object({ GameUid, KnownRevision }),
    reply: Save,
    errors: ['NotFound'],
    perMinute: 1200,
  }),
  serverWrite: route({
    method: 'POST',
    path: '/saves/server/write',
    access: ['game'],
    summary: "Change keys of a player's save, for the game's server. The rules are the same as for `/saves/write`.",
    body: object({ GameUid, ...writeFields }),
    bodyLimit,
    reply: SaveWritten,
    errors: ['NotFound', 'SaveConflict', 'SaveTooLarge'],
    perMinute: 1200,
  }),
  serverRevisions: route({
    method: 'POST',
    path: '/saves/server/revisions',
    access: ['game'],
    summary: "The last ten revisions of a player's save, for the game's server.",
    body: object({ GameUid }),
    reply: SaveRevisions,
    errors: ['NotFound'],
    perMinute: 600,
  }),
  serverRevision: route({
    method: 'POST',
    path: '/saves/server/revision',
    access: ['game'],
    summary: "The keys and values of one revision, for the game's server.",
    body: object({ GameUid, Revision: SaveRevisionNumber }),
    reply: SaveRevisionKeys,
    errors: ['NotFound'],
    perMinute: 600,
  }),
  serverRestore: route({
    method: 'POST',
    path: '/saves/server/restore',
    access: ['game'],
    summary: "Make an earlier revision of a player's save the current one, for the game's server.",
    body: object({ GameUid, ...restoreFields }),
    reply: SaveWritten,
    errors: ['NotFound', 'SaveConflict'],
    perMinute: 600,
  }),
};
