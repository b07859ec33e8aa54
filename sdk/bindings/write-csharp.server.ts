// Generates the C# of the Unity package. Fields keep the protocol's names, so that JsonUtility can read them. Enums
// stay strings, because a newer portal may send a value that an older game does not know.
import {
  capitalize,
  type ProtocolField,
  type ProtocolFieldType,
  type Protocol,
  type ProtocolCall,
} from './read-protocol.server.ts';

export interface MockReplies {
  readonly [method: string]: unknown;
}

const header = (about: string) =>
  `// Generated from the bridge's protocol by \`npm run bindings\`: do not edit.\n// ${about}\n`;

export function writeCsharpTypes({ objects, texts }: Protocol): string {
  const classes = objects.map(({ name, fields }) =>
    [
      '[Serializable]',
      `public class ${name}`,
      '{',
      ...fields.flatMap((field) => [...describeField(field), `    public ${declare(field)};`]),
      '',
      `    internal static ${name} Read(object json)`,
      '    {',
      '        if (json == null) return null;',
      `        return new ${name}`,
      '        {',
      ...fields.map((field) => `            ${identifier(field.name)} = ${read(field)},`),
      '        };',
      '    }',
      '}',
    ].join('\n'),
  );
  const constants = texts.map(({ name, values }) =>
    [
      `public static class ${name}`,
      '{',
      ...values.map((value) => `    public const string ${constantName(value)} = "${value}";`),
      '}',
    ].join('\n'),
  );
  return `${header('The data of bridge messages. A missing optional field is null.')}using System;
using System.Collections.Generic;

namespace FxId
{
${indent([...classes, ...constants].join('\n\n'))}
}
`;
}

export function writeCsharpCalls({ calls }: Protocol): string {
  return `${header('Every call of the bridge. A failed call throws FxIdException.')}using System.Collections.Generic;
using System.Threading.Tasks;

namespace FxId
{
    public static partial class FxIdSdk
    {
${indent(calls.map(writeCall).join('\n\n'), 2)}

        private static void Add(Dictionary<string, object> request, string name, object value)
        {
            if (value != null) request[name] = value;
        }
    }
}
`;
}

export function writeCsharpEvents({ events }: Protocol): string {
  const declarations = events.map(({ name, data, summary }) =>
    [
      `/// <summary>${escapeXml(summary)}</summary>`,
      `public static event Action${data ? `<${data}>` : ''} ${name};`,
    ].join('\n'),
  );
  const cases = events.map(({ name, wireName, data }) =>
    [
      `case "${wireName}":`,
      `    if (${name} != null) ${name}(${data ? `${data}.Read(data)` : ''});`,
      '    break;',
    ].join('\n'),
  );
  return `${header('Every event that a game can receive: FxIdEvents.LanguageChanged += data => …')}using System;

namespace FxId
{
    public static class FxIdEvents
    {
${indent(declarations.join('\n\n'), 2)}

        internal static readonly string[] Names =
        {
${indent(events.map(({ wireName }) => `"${wireName}",`).join('\n'), 3)}
        };

        internal static void Raise(string eventName, object data)
        {
            switch (eventName)
            {
${indent(cases.join('\n'), 4)}
            }
        }
    }
}
`;
}

export function writeCsharpMockAnswers(answers: MockReplies): string {
  const lines = Object.entries(answers).map(
    ([method, answer]) => `{ "${method}", @"${JSON.stringify(answer).replaceAll('"', '""')}" },`,
  );
  return `${header("The default replies of FxIdMock, the same as those of the SDK's local portal.")}#if !UNITY_WEBGL || UNITY_EDITOR
using System.Collections.Generic;

namespace FxId
{
    public static partial class FxIdMock
    {
        /// <summary>The JSON reply to each method. Change or add what your test needs.</summary>
        public static readonly Dictionary<string, string> Answers = new Dictionary<string, string>
        {
${indent(lines.join('\n'), 3)}
        };
    }
}
#endif
`;
}

function writeCall({ method, name, summary, rules, params, result }: ProtocolCall): string {
  const list = params.map(({ name: param, type, isOptional }) =>
    isOptional ? `${nullable(type)} ${identifier(param)} = null` : `${csharpType(type)} ${identifier(param)}`,
  );
  const request = params.length > 0 ? 'request' : 'new Dictionary<string, object>()';
  const call = `await CallParsedAsync("${method}", ${request})`;
  return [
    `/// <summary>${escapeXml(summary)}</summary>`,
    `/// <remarks>Protocol name: ${method}. ${escapeXml(rules.join(' '))}</remarks>`,
    ...params.flatMap((field) => {
      const about = describeParam(field);
      return about ? [`/// <param name="${field.name}">${about}</param>`] : [];
    }),
    ...(result.type?.kind === 'text' && result.type.values
      ? [`/// <returns>One of ${result.type.values}.</returns>`]
      : []),
    ...signature(`public static async Task${result.type ? `<${csharpType(result.type)}>` : ''} ${name}Async`, list),
    '{',
    ...(params.length > 0 ? ['    Dictionary<string, object> request = new Dictionary<string, object>();'] : []),
    ...params.map(({ name: param }) => `    Add(request, "${param}", ${identifier(param)});`),
    ...(result.type === undefined
      ? [`    ${call};`]
      : result.unwrapped === undefined
        ? [`    return ${convert(result.type, call)};`]
        : [
            `    object answer = ${call};`,
            `    return ${read({ name: result.unwrapped, type: result.type, isOptional: false }, 'answer')};`,
          ]),
    '}',
  ].join('\n');
}

function signature(start: string, list: readonly string[]): string[] {
  const line = `${start}(${list.join(', ')})`;
  if (line.length <= 110) return [line];
  return [`${start}(`, ...list.map((param, at) => `    ${param}${at < list.length - 1 ? ',' : ')'}`)];
}

const describeParam = ({ type }: ProtocolField): string =>
  [
    ...(type.kind === 'text' && type.values ? [`One of ${type.values}.`] : []),
    ...(type.kind === 'map' ? [type.isOfTexts ? 'Texts by name.' : 'Texts, numbers and flags by name.'] : []),
    ...(type.kind === 'json' ? ['Null, bool, number, text, list or dictionary.'] : []),
  ].join(' ');

function describeField({ type, isOptional }: ProtocolField): string[] {
  const about = [
    ...(type.kind === 'text' && type.values ? [`One of ${type.values}.`] : []),
    ...(type.kind === 'list' && type.of.kind === 'text' && type.of.values ? [`Some of ${type.of.values}.`] : []),
    ...(isOptional ? ['Null if missing.'] : []),
  ];
  return about.length > 0 ? [`    /// <summary>${about.join(' ')}</summary>`] : [];
}

function declare(field: ProtocolField): string {
  const { name, type, isOptional } = field;
  if (isOptional) return `${nullable(type)} ${identifier(name)}`;
  const initial = initialOf(type);
  return `${csharpType(type)} ${identifier(name)}${initial ? ` = ${initial}` : ''}`;
}

function initialOf(type: ProtocolFieldType): string | undefined {
  if (type.kind === 'text') return '""';
  if (type.kind === 'object') return `new ${type.name}()`;
  if (type.kind === 'list') return `new ${csharpType(type.of)}[0]`;
  return undefined;
}

function csharpType(type: ProtocolFieldType): string {
  switch (type.kind) {
    case 'text':
      return 'string';
    case 'flag':
      return 'bool';
    case 'integer':
      return 'int';
    case 'number':
      return 'double';
    case 'json':
      return 'object';
    case 'map':
      return 'IDictionary<string, object>';
    case 'object':
      return type.name;
    case 'list':
      return `${csharpType(type.of)}[]`;
  }
}

function nullable(type: ProtocolFieldType): string {
  const isValue = type.kind === 'flag' || type.kind === 'integer' || type.kind === 'number';
  return csharpType(type) + (isValue ? '?' : '');
}

/** The C# expression that reads the field from the JSON object in `source`. */
function read({ name, type, isOptional }: ProtocolField, source = 'json'): string {
  const at = `(${source}, "${name}")`;
  switch (type.kind) {
    case 'text':
      return isOptional ? `FxIdJson.OptionalText${at}` : `FxIdJson.Text${at}`;
    case 'flag':
    case 'integer':
    case 'number':
      return `FxIdJson.${isOptional ? 'Optional' : ''}${capitalize(type.kind)}${at}`;
    case 'list':
      return `FxIdJson.List(${source}, "${name}", ${reader(type.of)})`;
    case 'object':
      return `${type.name}.Read(FxIdJson.Member${at})${isOptional ? '' : ` ?? new ${type.name}()`}`;
    case 'map':
      return `FxIdJson.Member${at} as IDictionary<string, object>`;
    case 'json':
      return `FxIdJson.Member${at}`;
  }
}

function reader(type: ProtocolFieldType): string {
  if (type.kind === 'object') return `${type.name}.Read`;
  if (type.kind === 'text') return 'FxIdJson.ToText';
  throw new Error(`Lists of ${type.kind} are not written yet.`);
}

function convert(type: ProtocolFieldType, value: string): string {
  if (type.kind !== 'object') throw new Error(`A whole answer that is ${type.kind} is not written yet.`);
  return `${type.name}.Read(${value})`;
}

const keywords = new Set(['params', 'object', 'string', 'event', 'ref', 'out', 'in', 'is', 'as', 'base', 'default']);
const identifier = (name: string): string => (keywords.has(name) ? `@${name}` : name);
const constantName = (value: string): string =>
  capitalize(value.replaceAll(/[^A-Za-z0-9]+(\w)/g, (_, c: string) => c.toUpperCase()));
const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const indent = (text: string, times = 1): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(4 * times) + line))
    .join('\n');
