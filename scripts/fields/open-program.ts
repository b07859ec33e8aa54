// The product's own code as the compiler sees it: tests, simulators and the lab are not part of it. Asked through the compiler's
// own interface, which its makers do not call stable: everything that knows it is in this folder.
import { join } from 'node:path';
import { API, type Project } from 'typescript/unstable/sync';

export interface Program extends Disposable {
  readonly root: string;
  readonly project: Project;
  /** The files of ours, as absolute paths. */
  readonly files: readonly string[];
}

/** @param config of the files, relative to `root` */
export function openProgram(root: string, config: string): Program {
  const api = new API({ cwd: root });
  const [project] = api.updateSnapshot({ openProjects: [join(root, config)] }).getProjects();
  if (!project) throw new Error(`${config} names no program.`);
  const files = project.program
    .getSourceFileNames()
    .filter((file) => file.startsWith(`${root}/`) && !file.includes('/node_modules/') && !file.endsWith('.d.ts'));
  return { root, project, files, [Symbol.dispose]: () => api.close() };
}
