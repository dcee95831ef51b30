import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import fxtranslate from 'fxtranslate';
import type { CheckedFile, ModelLeg } from './offline-models.js';

// Entry point of a worker thread: the engine is synchronous, and a sentence takes up to a second.

export type OfflineWorkerStart = { legs: ModelLeg[] };
export type OfflineWorkerRequest = { id: number; text: string };
export type OfflineWorkerReply =
  | { kind: 'ready' }
  | { kind: 'broken'; file: string; isMissing: boolean }
  | { kind: 'done'; id: number; text: string }
  | { kind: 'failed'; id: number };

const port = parentPort;
const send = (reply: OfflineWorkerReply): void => port?.postMessage(reply);

/** Reads a file and verifies its checksum. */
function load(file: CheckedFile): Uint8Array | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file.path);
  } catch {
    send({ kind: 'broken', file: file.name, isMissing: true });
    return undefined;
  }
  if (createHash('sha256').update(bytes).digest('hex') === file.sha256) return bytes;
  send({ kind: 'broken', file: file.name, isMissing: false });
  return undefined;
}

function engineFor(leg: ModelLeg): { translate_long(text: string): string } | undefined {
  const model = load(leg.model);
  const sourceVocab = model && load(leg.sourceVocab);
  const targetVocab =
    sourceVocab && (leg.targetVocab.path === leg.sourceVocab.path ? sourceVocab : load(leg.targetVocab));
  if (!model || !sourceVocab || !targetVocab) return undefined;
  const shortlist = leg.shortlist ? load(leg.shortlist) : null;
  if (shortlist === undefined) return undefined;
  try {
    return new fxtranslate.Translator(model, sourceVocab, targetVocab, shortlist);
  } catch {
    // The checksum is right, but the file is not a model.
    send({ kind: 'broken', file: leg.model.name, isMissing: false });
    return undefined;
  }
}

const { legs } = workerData as OfflineWorkerStart;
const engines = legs.map(engineFor);
if (engines.every((engine) => engine !== undefined)) {
  port?.on('message', ({ id, text }: OfflineWorkerRequest) => {
    try {
      send({
        kind: 'done',
        id,
        text: engines.reduce((current, engine) => engine.translate_long(current), text),
      });
    } catch {
      send({ kind: 'failed', id });
    }
  });
  send({ kind: 'ready' });
}
