import sherpa from 'sherpa-onnx-node';

/** The files of a voice. */
export type PiperVoice = { model: string; tokens: string; dataDir: string };
export type PiperRequest = { kind: 'load'; voice: PiperVoice } | { kind: 'synthesize'; text: string };
/** `samples` are 16 bits, little-endian, one channel. */
export type PiperReply =
  | { kind: 'ready' }
  | { kind: 'audio'; sampleRate: number; samples: Uint8Array }
  | { kind: 'failed'; message: string };

// Entry point of a child process: the engine is synchronous, and a damaged voice terminates its process.
let voice: InstanceType<typeof sherpa.OfflineTts> | null = null;

process.on('message', (request: PiperRequest) => {
  try {
    process.send?.(handle(request));
  } catch (error) {
    process.send?.({ kind: 'failed', message: String(error) } satisfies PiperReply);
  }
});
process.on('disconnect', () => process.exit(0));

function handle(request: PiperRequest): PiperReply {
  if (request.kind === 'load') {
    const vits = { ...request.voice };
    voice = new sherpa.OfflineTts({ model: { vits, numThreads: 1, provider: 'cpu' }, maxNumSentences: 1 });
    return { kind: 'ready' };
  }
  if (!voice) throw new Error('no voice is loaded');
  const { samples, sampleRate } = voice.generate({ text: request.text, sid: 0, speed: 1 });
  const pcm = Int16Array.from(samples, (value) => Math.round(Math.max(-1, Math.min(1, value)) * 32_767));
  return { kind: 'audio', sampleRate, samples: new Uint8Array(pcm.buffer) };
}
