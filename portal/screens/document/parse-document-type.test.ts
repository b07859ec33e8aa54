import { expect, test } from 'vitest';
import { parseDocumentType } from './parse-document-type.ts';

test.each([
  ['tos', 'TOS'],
  ['TOS', 'TOS'],
  ['terms-of-service', 'TOS'],
  ['pp', 'PP'],
  ['Privacy-Policy', 'PP'],
  ['imprint', undefined],
  ['constructor', undefined],
])('%s means %s', (name, type) => expect(parseDocumentType(name)).toBe(type));
