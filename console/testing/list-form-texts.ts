// Every text of a schema that a form shows: labels and descriptions, in English.
import { findFieldKind, labelOf, type FormSchema } from '#console/ui/form-schema.ts';

export const listFormTexts = ({ properties = {} }: FormSchema): string[] =>
  Object.entries(properties).flatMap(([name, schema]) => [labelOf(name, schema), ...listBelow(schema)]);

function listBelow(schema: FormSchema): string[] {
  const kind = findFieldKind(schema);
  if (kind === 'object') return listFormTexts(schema);
  // An item has the list's label and a number.
  if (kind === 'list') return schema.items ? listBelow(schema.items) : [];
  return kind === 'localized text' || schema.description === undefined ? [] : [schema.description];
}
