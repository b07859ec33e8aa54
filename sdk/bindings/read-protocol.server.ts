// Reads the protocol into the form from which bindings are generated: calls, events and their named types.
import { Type } from 'typebox';
import { defaultCallTimeoutMs, methodRules, type EventName, type MethodName } from '../../bridge/protocol.ts';
import { eventSchemas, methodSchemas } from '../../bridge/schemas.ts';
import type { SdkEvents } from '../sdk.ts';
import { bindingCallDescriptions, eventSummaries, bindingTypeNames, type SdkEventName } from './names.server.ts';

export type ProtocolFieldType =
  | { readonly kind: 'text'; readonly values?: string }
  | { readonly kind: 'flag' | 'integer' | 'number' | 'json' }
  | { readonly kind: 'map'; readonly isOfTexts: boolean }
  | { readonly kind: 'object'; readonly name: string }
  | { readonly kind: 'list'; readonly of: ProtocolFieldType };

export interface ProtocolField {
  readonly name: string;
  readonly type: ProtocolFieldType;
  readonly isOptional: boolean;
}

export interface ProtocolObject {
  readonly name: string;
  readonly fields: readonly ProtocolField[];
}

export interface ProtocolEnum {
  readonly name: string;
  readonly values: readonly string[];
}

export interface ProtocolCall {
  readonly method: MethodName;
  readonly name: string;
  readonly summary: string;
  readonly rules: readonly string[];
  readonly params: readonly ProtocolField[];
  /** Empty, a single field that bindings return without its object (`unwrapped`), or an object. */
  readonly result: { readonly type?: ProtocolFieldType; readonly unwrapped?: string };
}

export interface ProtocolEvent {
  readonly name: EventName | SdkEventName;
  /** The name for listeners: `languageChanged`. */
  readonly wireName: string;
  readonly summary: string;
  readonly data?: string;
}

export interface Protocol {
  readonly calls: readonly ProtocolCall[];
  readonly events: readonly ProtocolEvent[];
  readonly objects: readonly ProtocolObject[];
  readonly texts: readonly ProtocolEnum[];
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

const reason = Type.Object({ reason: Type.Enum(['focus', 'ad'] as const satisfies SdkEvents['pause']['reason'][]) });
const ownEvents: Readonly<Record<SdkEventName, Schema>> = { Pause: reason, Resume: reason };

export function readProtocol(): Protocol {
  const types = createTypes();
  const calls = Object.entries(methodSchemas).map(([key, { params, result }]) => {
    const method = key as MethodName;
    const { name, summary, without = [] } = bindingCallDescriptions[method];
    const fields = types.fieldsOf(params as Schema, method).filter((field) => !without.includes(field.name));
    return {
      method,
      name,
      summary,
      rules: describeRules(method),
      params: [...fields.filter(({ isOptional }) => !isOptional), ...fields.filter(({ isOptional }) => isOptional)],
      result: resultOf(result as Schema, method),
    };
  });
  const events = Object.entries({ ...eventSchemas, ...ownEvents }).map(([key, schema]) => {
    const name = key as EventName | SdkEventName;
    const isEmpty = types.fieldsOf(schema as Schema, name).length === 0;
    return {
      name,
      wireName: name.charAt(0).toLowerCase() + name.slice(1),
      summary: eventSummaries[name],
      ...(!isEmpty && { data: types.objectOf(schema as Schema, name, `${name}Data`) }),
    };
  });
  types.refuseUnusedNames();
  return { calls, events, objects: types.objects, texts: types.texts };

  function resultOf(schema: Schema, method: MethodName): ProtocolCall['result'] {
    const path = `${method}.result`;
    const fields = types.fieldsOf(schema, path);
    if (fields.length === 0) return {};
    const [only] = fields;
    if (fields.length === 1 && only && !only.isOptional) return { type: only.type, unwrapped: only.name };
    return {
      type: { kind: 'object', name: types.objectOf(schema, path, `${bindingCallDescriptions[method].name}Result`) },
    };
  }
}

function describeRules(method: MethodName): string[] {
  const { waitsFor, timeoutMs = defaultCallTimeoutMs, needs, gesture } = methodRules[method];
  return [
    ...(gesture ? ['Call it from a click, or it fails with GestureRequired.'] : []),
    ...(needs ? [`Needs the capability ${needs}, or it fails with NotSupported.`] : []),
    waitsFor ? 'Waits for the player, without a timeout.' : `Fails with Timeout after ${timeoutMs / 1000} seconds.`,
  ];
}

/** Collects objects and string enums. Objects with the same fields are one type, named after the first occurrence. */
function createTypes() {
  const objects: ProtocolObject[] = [];
  const texts: ProtocolEnum[] = [];
  const namesByContent = new Map<string, string>();
  const used = new Set<string>();

  const nameOf = (content: string, path: string, fallback: string, add: (name: string) => void): string => {
    const known = namesByContent.get(content);
    if (known !== undefined) return known;
    const name = bindingTypeNames[path] ?? fallback;
    used.add(path);
    if ([...namesByContent.values()].includes(name))
      throw new Error(`Two types are called ${name}: give ${path} another name in sdk/bindings/names.server.ts.`);
    namesByContent.set(content, name);
    add(name);
    return name;
  };

  const objectOf = (schema: Schema, path: string, fallback: string): string => {
    const fields = fieldsOf(schema, path);
    return nameOf(JSON.stringify(fields), path, fallback, (name) => objects.push({ name, fields }));
  };

  const fieldsOf = (schema: Schema, path: string): ProtocolField[] => {
    // A union becomes one object, in which a field is required only if every option requires it.
    const shapes = schema.anyOf ?? [schema];
    const names = [...new Set(shapes.flatMap(({ properties = {} }) => Object.keys(properties)))];
    return names.map((name) => {
      const found = shapes.flatMap(({ properties }) => properties?.[name] ?? []);
      const [first = {}] = found;
      const values = found.flatMap((each) => each.enum ?? (typeof each.const === 'string' ? [each.const] : []));
      const merged = values.length > 0 ? { enum: [...new Set(values)] } : first;
      const isOptional = !shapes.every(({ required }) => required?.includes(name));
      return { name, type: typeOf(merged, `${path}.${name}`), isOptional };
    });
  };

  const typeOf = (schema: Schema, path: string): ProtocolFieldType => {
    const [call = '', ...rest] = path.split('.').filter((part) => part !== 'result');
    const fallback = [bindingCallDescriptions[call as MethodName]?.name ?? call, ...rest].map(capitalize).join('');
    if (schema.enum) {
      const values = [...schema.enum];
      return { kind: 'text', values: nameOf(values.join('|'), path, fallback, (name) => texts.push({ name, values })) };
    }
    switch (schema.type) {
      case 'string':
        return { kind: 'text' };
      case 'boolean':
        return { kind: 'flag' };
      case 'integer':
        return { kind: 'integer' };
      case 'number':
        return { kind: 'number' };
      case 'array':
        return { kind: 'list', of: typeOf(schema.items ?? {}, path) };
      case 'object':
        if (schema.patternProperties)
          return {
            kind: 'map',
            isOfTexts: Object.values(schema.patternProperties).every(({ type }) => type === 'string'),
          };
        return { kind: 'object', name: objectOf(schema, path, fallback) };
      case undefined:
        if (schema.anyOf?.every(({ type }) => type === 'object'))
          return { kind: 'object', name: objectOf(schema, path, fallback) };
        return { kind: 'json' };
      default:
        throw new Error(`${path} is of type ${schema.type}, which the bindings cannot write yet.`);
    }
  };

  const refuseUnusedNames = (): void => {
    const unused = Object.keys(bindingTypeNames).filter((path) => !used.has(path));
    if (unused.length > 0)
      throw new Error(`The protocol has no type of its own at ${unused.join(', ')}: remove it in names.server.ts.`);
  };
  return { objects, texts, objectOf, fieldsOf, refuseUnusedNames };
}

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
