// Opens the product's code in the TypeScript compiler, without tests, simulators and the lab. The compiler's API is
// unstable, so only this folder uses it.
import { join } from 'node:path';
import { isInterfaceDeclaration } from 'typescript/unstable/ast/is';
import { API, type Project, type Type } from 'typescript/unstable/sync';

export interface CompilerProgram extends Disposable {
  readonly project: Project;
  readonly files: readonly string[];
}

export function openCompilerProgram(root: string, config: string): CompilerProgram {
  const api = new API({ cwd: root });
  const [project] = api.updateSnapshot({ openProjects: [join(root, config)] }).getProjects();
  if (!project) throw new Error(`${config} names no program.`);
  const files = project.program
    .getSourceFileNames()
    .filter((file) => file.startsWith(`${root}/`) && !file.includes('/node_modules/') && !file.endsWith('.d.ts'));
  return { project, files, [Symbol.dispose]: () => api.close() };
}

export function readInterfaceProperties(
  { checker, program }: Project,
  file: string,
  name: string,
): { name: string; type: Type }[] {
  const declared = program
    .getSourceFile(file)
    ?.statements.find((statement) => isInterfaceDeclaration(statement) && statement.name.text === name);
  const symbol = declared && isInterfaceDeclaration(declared) && checker.getSymbolAtLocation(declared.name);
  const type = symbol && checker.getDeclaredTypeOfSymbol(symbol);
  if (!type) throw new Error(`${file} declares no ${name}.`);
  const symbols = checker.getPropertiesOfType(type);
  const types = checker.getTypeOfSymbol(symbols);
  return symbols.flatMap((each, at) => (types[at] ? [{ name: each.name, type: types[at] }] : []));
}
