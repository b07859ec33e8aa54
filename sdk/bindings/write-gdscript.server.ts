// Generates the GDScript of the Godot add-on. GDScript has no exceptions, so a call returns an object that tells
// whether it succeeded.
import {
  capitalize,
  type ProtocolField,
  type ProtocolFieldType,
  type Protocol,
  type ProtocolCall,
} from './read-protocol.server.ts';
import type { MockReplies } from './write-csharp.server.ts';

const header = "# Generated from the bridge's protocol by `npm run bindings`: do not edit.\n";

export function writeGodotTypes({ objects, texts, calls }: Protocol): string {
  const results = new Map(calls.flatMap(({ result: { type } }) => (type ? [[answerName(type), type] as const] : [])));
  const parts = [
    ...texts.map(({ name, values }) =>
      [`class ${name}:`, ...values.map((value) => `\tconst ${snake(value).toUpperCase()} := "${value}"`)].join('\n'),
    ),
    ...objects.map(({ name, fields }) =>
      [
        `class ${name}:`,
        ...fields.flatMap((field) => [...describeField(field), `\tvar ${snake(field.name)}${declare(field)}`]),
        '',
        `\tstatic func from(data: Dictionary) -> ${name}:`,
        `\t\tvar made := ${name}.new()`,
        ...fields.flatMap((field) => assign(field)),
        '\t\treturn made',
      ].join('\n'),
    ),
    ...[...results].map(([name, type]) =>
      [
        `class ${name} extends Answer:`,
        `\tvar result${declare({ name: 'result', type, isOptional: type.kind === 'object' })}`,
      ].join('\n'),
    ),
  ];
  return `class_name FxIdTypes
${header}# The data of bridge messages. A missing optional string is empty; any other missing field is null.


## What a call came to. Look at \`ok\` first.
class Answer:
	## True if the call succeeded.
	var ok := true
	## Why it failed, such as "UserCancelled" or "NotSupported"; empty if it succeeded.
	var error_code := ""
	## The same for developers.
	var error_message := ""

	## Returns the result on the wire, or null if the call failed.
	func read(answer: Dictionary) -> Variant:
		if not answer.has("error"):
			return answer.get("result", {})
		ok = false
		error_code = answer["error"]["code"]
		error_message = answer["error"]["message"]
		return null


${parts.join('\n\n\n')}
`;
}

export function writeGodotCalls({ calls, events }: Protocol): string {
  const signals = events.map(({ wireName, data, summary }) =>
    [`## ${summary}`, `signal ${snake(wireName)}${data ? `(data: Types.${data})` : ''}`].join('\n'),
  );
  const cases = events.map(({ wireName, data }) => [
    `\t\t"${wireName}":`,
    `\t\t\t${snake(wireName)}.emit(${data ? `Types.${data}.from(data)` : ''})`,
  ]);
  return `extends Node
${header}# Every call and every event of the bridge; fxid.gd extends this.

${signals.join('\n')}

const Types := preload("res://addons/fxid/types.gd")
const EVENTS: Array[String] = [
${events.map(({ wireName }) => `\t"${wireName}",`).join('\n')}
]


## Any method by its name on the wire. Returns {"result": …} or {"error": {"code": …, "message": …}}.
func call_method(_method: String, _params: Dictionary = {}) -> Dictionary:
	return {"error": {"code": "NotInitialized", "message": "fxid.gd answers calls."}}


${calls.map(writeCall).join('\n\n\n')}


func _emit(event_name: String, data: Dictionary) -> void:
	match event_name:
${cases.flat().join('\n')}
`;
}

export function writeGodotMockAnswers(answers: MockReplies): string {
  const lines = Object.entries(answers).map(([method, answer]) => `\t"${method}": ${JSON.stringify(answer)},`);
  return `extends RefCounted
${header}# The default replies of mock.gd, the same as those of the SDK's local portal.

const ANSWERS := {
${lines.join('\n')}
}
`;
}

function writeCall({ method, name, summary, rules, params, result }: ProtocolCall): string {
  const list = params.map(
    ({ name: param, type, isOptional }) => snake(param) + (isOptional ? optionalParam(type) : `: ${godotType(type)}`),
  );
  const answer = result.type ? answerName(result.type) : 'Answer';
  const request = params
    .filter(({ isOptional }) => !isOptional)
    .map(({ name: param }) => `"${param}": ${snake(param)}`);
  const optional = params.filter(({ isOptional }) => isOptional);
  return [
    `## ${summary}`,
    `## ${rules.join(' ')}`,
    ...(result.type?.kind === 'text' && result.type.values ? [`## The result is one of ${result.type.values}.`] : []),
    `## Protocol name: ${method}.`,
    ...signature(`func ${snake(name)}`, list, `Types.${answer}`),
    ...(params.length > 0 ? [`\tvar request := {${request.join(', ')}}`] : []),
    ...optional.flatMap(({ name: param, type }) => [
      `\tif ${isGiven(snake(param), type)}:`,
      `\t\trequest["${param}"] = ${snake(param)}`,
    ]),
    `\tvar answer := Types.${answer}.new()`,
    ...(result.type
      ? [
          `\tvar data: Variant = answer.read(await call_method("${method}"${params.length > 0 ? ', request' : ''}))`,
          '\tif answer.ok:',
          ...assignResult(result.type, result.unwrapped),
        ]
      : [`\tanswer.read(await call_method("${method}"${params.length > 0 ? ', request' : ''}))`]),
    '\treturn answer',
  ].join('\n');
}

function signature(start: string, list: readonly string[], result: string): string[] {
  const line = `${start}(${list.join(', ')}) -> ${result}:`;
  if (line.length <= 110) return [line];
  return [`${start}(`, ...list.map((param) => `\t\t${param},`), `) -> ${result}:`];
}

function assignResult(type: ProtocolFieldType, unwrapped: string | undefined): string[] {
  const source = unwrapped === undefined ? 'data' : `data.get("${unwrapped}")`;
  if (type.kind === 'list')
    return [
      `\t\tfor each: Variant in data.get("${unwrapped}", []):`,
      `\t\t\tanswer.result.append(${convert(type.of, 'each', 'Types.')})`,
    ];
  return [`\t\tanswer.result = ${convert(type, source, 'Types.')}`];
}

function assign({ name, type }: ProtocolField): string[] {
  const target = `made.${snake(name)}`;
  const key = JSON.stringify(name);
  if (type.kind === 'list')
    return [`\t\tfor each: Variant in data.get(${key}, []):`, `\t\t\t${target}.append(${convert(type.of, 'each')})`];
  // A field that an older portal does not send keeps its default value.
  return [`\t\tif data.get(${key}) != null:`, `\t\t\t${target} = ${convert(type, `data[${key}]`)}`];
}

function convert(type: ProtocolFieldType, source: string, prefix = ''): string {
  switch (type.kind) {
    case 'text':
      return `str(${source})`;
    case 'flag':
      return `bool(${source})`;
    case 'integer':
      return `int(${source})`;
    case 'number':
      return `float(${source})`;
    case 'object':
      return `${prefix}${type.name}.from(${source})`;
    case 'json':
    case 'map':
      return source;
    case 'list':
      throw new Error('Lists of lists are not written yet.');
  }
}

function describeField({ type, isOptional }: ProtocolField): string[] {
  const about = [
    ...(type.kind === 'text' && type.values ? [`One of ${type.values}.`] : []),
    ...(type.kind === 'list' && type.of.kind === 'text' && type.of.values ? [`Some of ${type.of.values}.`] : []),
    ...(isOptional && isNumberOrFlag(type) ? [`A ${godotType(type)}, or null if missing.`] : []),
    ...(isOptional && type.kind === 'text' ? ['Empty if missing.'] : []),
    ...(isOptional && type.kind === 'object' ? ['Null if missing.'] : []),
  ];
  return about.length > 0 ? [`\t## ${about.join(' ')}`] : [];
}

function declare({ type, isOptional }: ProtocolField): string {
  if (type.kind === 'json' || (isOptional && isNumberOrFlag(type))) return ': Variant = null';
  if (type.kind === 'object') return isOptional ? `: ${type.name}` : ` := ${type.name}.new()`;
  if (type.kind === 'list') return `: ${godotType(type)} = []`;
  return ` := ${{ text: '""', flag: 'false', integer: '0', number: '0.0', map: '{}' }[type.kind]}`;
}

function optionalParam(type: ProtocolFieldType): string {
  if (type.kind === 'text') return ' := ""';
  if (type.kind === 'map') return ' := {}';
  if (type.kind === 'list') return `: ${godotType(type)} = []`;
  return ': Variant = null';
}

function isGiven(name: string, type: ProtocolFieldType): string {
  if (type.kind === 'text') return `${name} != ""`;
  if (type.kind === 'map' || type.kind === 'list') return `not ${name}.is_empty()`;
  return `${name} != null`;
}

function godotType(type: ProtocolFieldType): string {
  switch (type.kind) {
    case 'text':
      return 'String';
    case 'flag':
      return 'bool';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'json':
      return 'Variant';
    case 'map':
      return 'Dictionary';
    case 'object':
      return type.name;
    case 'list':
      return `Array[${godotType(type.of)}]`;
  }
}

function answerName(type: ProtocolFieldType): string {
  if (type.kind === 'object') return `${type.name}Answer`;
  if (type.kind === 'list') return answerName(type.of).replace(/Answer$/, 'sAnswer');
  return `${capitalize(type.kind)}Answer`;
}

const isNumberOrFlag = (type: ProtocolFieldType): boolean => ['flag', 'integer', 'number'].includes(type.kind);
const snake = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
