// The set-up that all commands share: dependencies, the right Node, the built portal and SDK. What is done already is not done
// again, and of two commands started at once one waits for the other.
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildLab, isLabBuilt } from './build-lab.mjs';
import { buildPortal, isPortalBuilt } from './build-portal.mjs';
import { buildRelease, isReleaseBuilt } from './build-release.mjs';
import { buildSdk, isSdkBuilt } from './build-sdk.mjs';
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
    async act(onProgress, onStart) {
      const count = await installDependencies(root, onProgress, onStart);
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
    // npm puts the programs of node_modules first on the PATH, so the running Node may itself be the one from there.
    const brought = realpathSync(node).startsWith(join(realpathSync(root), 'node_modules'));
    const version = node === process.execPath ? process.versions.node : nodeVersion(node);
    step.done(brought ? `${version}, from node_modules` : `${version}, the machine's own`);
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
    async act(onProgress, onStart) {
      await buildPortal(root, node, onProgress, onStart);
      return 'built';
    },
  });
}

/** @param {string} node the Node to build with */
export async function setUpSdk(progress, node) {
  await doOnce(progress.step('SDK'), {
    isDone: () => isSdkBuilt(root),
    async act(onProgress, onStart) {
      await buildSdk(root, node, onProgress, onStart);
      return 'built';
    },
  });
}

/** @param {string} node the Node to build with */
export async function setUpRelease(progress, node) {
  await doOnce(progress.step('Release'), {
    isDone: () => isReleaseBuilt(root),
    async act(onProgress, onStart) {
      await buildRelease(root, node, onProgress, onStart);
      return 'built, in dist/release';
    },
  });
}

/** @param {string} node the Node to build with */
export async function setUpLab(progress, node) {
  await doOnce(progress.step('Lab for tests'), {
    isDone: () => isLabBuilt(root),
    async act(onProgress, onStart) {
      await buildLab(root, node, onProgress, onStart);
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
    const work = async (alsoHeldBy) => {
      if (isDone()) return 'up to date';
      step.update('starting');
      return act((text) => step.update(text), alsoHeldBy);
    };
    step.done(
      await withLock(LOCK_FOLDER, work, ({ pid }) => step.update(`waiting for another set-up, process ${pid}`)),
    );
  } catch (error) {
    step.failed('failed');
    throw error;
  }
}
