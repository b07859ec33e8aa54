import { Type, type TSchema } from 'typebox';

/** Of vendors that write null for nothing. */
export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Of those that write it, or leave it out. */
export const maybe = <S extends TSchema>(schema: S) => Type.Optional(nullable(schema));
