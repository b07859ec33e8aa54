// Opens the product's code in the TypeScript compiler, without tests, simulators and the lab. The compiler's API is
// unstable, so only this folder uses it.
import { join } from 'node:path';
import { API, type Project } from 'typescript/unstable/sync';

export interface Program extends Disposable {
  readonly root: string;
  readonly project: Project;
  /** The project's files, as absolute paths. */
  readonly files: readonly string[];
}

/** @param config the tsconfig file, relative to `root` */
export function openProgram(root: string, config: string): Program {
  const api = new API({ cwd: root });
  const [project] = api.updateSnapshot({ openProjects: [join(root, config)] }).getProjects();
  if (!project) throw new Error(`${config} names no program.`);
  const files = project.program
    .getSourceFileNames()
    .filter((file) => file.startsWith(`${root}/`) && !file.includes('/node_modules/') && !file.endsWith('.d.ts'));
  return { root, project, files, [Symbol.dispose]: () => api.close() };
}
