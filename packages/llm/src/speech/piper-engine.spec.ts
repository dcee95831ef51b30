import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PiperEngine, piperVoiceIn } from './piper-engine.js';

/**
 * A voice for the real engine in half a kilobyte: an ONNX graph with the inputs, output and metadata of a Piper voice, made with the
 * `onnx` package for Python, which produces 1,000 samples of a tone for each phoneme.
 */
const MODEL = [
  'CAg6+QIKGwoFaW5wdXQSAWYiBENhc3QqCQoCdG8YAaABAgoRCgFmCgRnYWluEgFnIgNNdWwKCwoBZxIBdyIDU2luChUKAXcKAmF4',
  'EgF1IglVbnNxdWVlemUKEwoBdQoDbGVuEgFlIgZFeHBhbmQKGwoBZQoFc2hhcGUSBm91dHB1dCIHUmVzaGFwZRIFdm9pY2UqDhAB',
  'QgRnYWluSgTNzMw9KhIIARAHQgJheEoIAgAAAAAAAAAqIwgDEAdCA2xlbkoYAQAAAAAAAAABAAAAAAAAAOgDAAAAAAAAKi0IBBAH',
  'QgVzaGFwZUogAQAAAAAAAAABAAAAAAAAAAEAAAAAAAAA//////////9aGQoFaW5wdXQSEAoOCAcSCgoDEgFiCgMSAW5aHAoNaW5w',
  'dXRfbGVuZ3RocxILCgkIBxIFCgMSAWJaFAoGc2NhbGVzEgoKCAgBEgQKAggDYiMKBm91dHB1dBIZChcIARITCgMSAWIKAggBCgMS',
  'AW8KAxIBdEIECgAQDXISCgptb2RlbF90eXBlEgR2aXRzchAKB2NvbW1lbnQSBXBpcGVychMKCGxhbmd1YWdlEgdQZXJzaWFucgsK',
  'BXZvaWNlEgJmYXIPCgpoYXNfZXNwZWFrEgExcg8KCm5fc3BlYWtlcnMSATFyFAoLc2FtcGxlX3JhdGUSBTIyMDUw',
].join('');
/** The phonemes of a Piper voice, in the order of their numbers. */
const PHONEMES =
  "_^$ !'(),-.:;?abcdefghijklmnopqrstuvwxyzæçðøħŋœǀǁǂǃɐɑɒɓɔɕɖɗɘəɚɛɜɞɟɠɡɢɣɤɥɦɧɨɪɫɬɭɮɯɰɱɲɳɴɵɶɸɹɺɻɽɾʀʁʂʃʄʈʉʊʋʌʍʎʏʐʑʒʔʕʘʙʛʜʝʟʡʢˈˌːˑ˞βθχ";
/** The data of espeak-ng that converts words to phonemes. */
const ESPEAK_DATA = ['/usr/lib/x86_64-linux-gnu/espeak-ng-data', '/usr/share/espeak-ng-data'].find((path) =>
  existsSync(path),
);

let root = '';
let folder = '';
let engine: PiperEngine | null = null;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'piper-'));
  folder = join(root, 'voice');
  await mkdir(folder);
  await writeFile(join(folder, 'voice.onnx'), Buffer.from(MODEL, 'base64'));
  const lines = [...PHONEMES].map((sound, number) => `${sound} ${number}\n`);
  await writeFile(join(folder, 'tokens.txt'), lines.join(''));
  if (!ESPEAK_DATA) throw new Error('espeak-ng is not installed');
  await symlink(ESPEAK_DATA, join(folder, 'espeak-ng-data'));
});
afterEach(async () => {
  await engine?.stop();
  engine = null;
});
afterAll(() => rm(root, { recursive: true, force: true }));

const never = (): AbortSignal => new AbortController().signal;
const voiceIn = (where: string): PiperEngine => {
  engine = new PiperEngine({ voice: piperVoiceIn(where), timeoutMs: 20_000, idleMs: 60_000 });
  return engine;
};
const copy = async (name: string): Promise<string> => {
  const other = join(root, name);
  await cp(folder, other, { recursive: true });
  return other;
};

describe('PiperEngine', () => {
  it('synthesizes Persian sentences one at a time with the voice in the folder', async () => {
    const piper = voiceIn(folder);
    const [short, long] = await Promise.all([
      piper.synthesize('شمع.', never()),
      piper.synthesize('شعله روشن است و موم آب می‌شود.', never()),
    ]);
    expect([short?.sampleRate, long?.sampleRate]).toEqual([22_050, 22_050]);
    expect(short?.samples.length).toBeGreaterThan(4_000);
    expect(long?.samples.length).toBeGreaterThan(short?.samples.length ?? Infinity);
    expect(long?.samples.some((byte) => byte !== 0)).toBe(true);
  }, 30_000);

  it('reports a damaged voice that crashes the process, and recovers', async () => {
    const damaged = await copy('damaged');
    await writeFile(join(damaged, 'voice.onnx'), 'not a model');
    const piper = voiceIn(damaged);
    await expect(piper.synthesize('شمع.', never())).rejects.toThrow('piper: exited with SIGABRT');
    await writeFile(join(damaged, 'voice.onnx'), Buffer.from(MODEL, 'base64'));
    expect((await piper.synthesize('شمع.', never())).sampleRate).toBe(22_050);
  }, 30_000);

  it('stops when the signal is aborted', async () => {
    const controller = new AbortController();
    controller.abort(new Error('worker stopped'));
    await expect(voiceIn(folder).synthesize('شمع.', controller.signal)).rejects.toThrow('worker stopped');
  });
});

describe('piperVoiceIn', () => {
  it('names what is missing in a folder', async () => {
    expect(() => piperVoiceIn(join(folder, 'nowhere'))).toThrow('has no voice');
    const lacking = await copy('lacking');
    await rm(join(lacking, 'tokens.txt'));
    expect(() => piperVoiceIn(lacking)).toThrow(/lacks .*tokens\.txt$/);
    await writeFile(join(lacking, 'another.onnx'), '');
    expect(() => piperVoiceIn(lacking)).toThrow('more than one voice: another.onnx, voice.onnx');
  });
});
