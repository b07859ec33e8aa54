// The set-up that all commands share: dependencies, the right Node, the built portal. What is done already is not done
// again, and of two commands started at once one waits for the other.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildPortal, isPortalBuilt } from './build-portal.mjs';
import { findNode, nodeVersion } from './find-node.mjs';
import { areDependenciesInstalled, installDependencies } from './install-dependencies.mjs';
import { useGitHooks } from './use-git-hooks.mjs';
import { withLock } from './with-lock.mjs';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const LOCK_FOLDER = join(root, 'dist', 'setup');

/** @param {{ step(title: string): { update(text: string): void, done(text: string): void, failed(text: string): void } }} progress */
export async function setUpDependencies(progress) {
  await doOnce(progress.step('Dependencies'), {
    isDone: () => areDependenciesInstalled(root),
    async act(onProgress) {
      const count = await installDependencies(root, onProgress);
      useGitHooks(root);
      return `${count} packages`;
    },
  });
}

/** @returns {Promise<string>} the path of the Node to use */
export async function setUpNode(progress) {
  const step = progress.step('Node');
  try {
    const node = findNode(root);
    step.done(
      node === process.execPath
        ? `${process.versions.node}, the machine's own`
        : `${nodeVersion(node)}, from node_modules`,
    );
    return node;
  } catch (error) {
    step.failed('failed');
    throw error;
  }
}

/** @param {string} node the Node to build with */
export async function setUpPortal(progress, node) {
  await doOnce(progress.step('Portal'), {
    isDone: () => isPortalBuilt(root),
    async act(onProgress) {
      await buildPortal(root, node, onProgress);
      return 'built';
    },
  });
}

/** A progress that is silent unless there is something to do, for commands whose output somebody reads. */
export function quiet(progress) {
  return {
    step(title) {
      const step = progress.step(title);
      return { ...step, done: (text) => (/^(up to date$|\d+\.)/.test(text) ? undefined : step.done(text)) };
    },
  };
}

async function doOnce(step, { isDone, act }) {
  try {
    if (isDone()) {
      step.done('up to date');
      return;
    }
    const work = async () => {
      if (isDone()) return 'up to date';
      step.update('starting');
      return act((text) => step.update(text));
    };
    step.done(
      await withLock(LOCK_FOLDER, work, ({ pid }) => step.update(`waiting for another set-up, process ${pid}`)),
    );
  } catch (error) {
    step.failed('failed');
    throw error;
  }
}
