// The schemas of the contract on the way out: a reply becomes text by its schema, and what the schema does not name stays here.
// The same function as the framework's own; but it is made once for a schema, however many applications a process has.
import fastJsonStringify from 'fast-json-stringify';

type Serializer = (reply: unknown) => string;

const serializers = new WeakMap<object, Serializer>();

export function createSerializer(schema: object): Serializer {
  const known = serializers.get(schema);
  if (known) return known;
  const made: Serializer = fastJsonStringify(schema);
  serializers.set(schema, made);
  return made;
}
