import { Type, type TSchema } from 'typebox';

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** For vendors that send null or leave the field out. */
export const nullish = <S extends TSchema>(schema: S) => Type.Optional(nullable(schema));
