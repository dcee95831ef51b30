/** The part of the package that is used here; the package has no type declarations. */
declare module 'sherpa-onnx-node' {
  type Config = {
    model: {
      vits: { model: string; tokens: string; dataDir: string };
      numThreads: number;
      provider: 'cpu';
    };
    maxNumSentences: number;
  };
  interface OfflineTts {
    /** `samples` are -1 to 1. */
    generate(request: { text: string; sid: number; speed: number }): {
      samples: Float32Array;
      sampleRate: number;
    };
  }
  /** The constructor terminates the process if the model is damaged. */
  const sherpa: { OfflineTts: new (config: Config) => OfflineTts };
  export default sherpa;
}
