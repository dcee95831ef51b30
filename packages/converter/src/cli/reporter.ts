export type Reporter = {
  warn(message: string): void;
  progress(done: number, total: number): void;
  /** Ends the progress line of a terminal. */
  endProgress(): void;
};

type Output = { write(text: string): unknown; isTTY?: boolean };

/** Reports on a stream: on a terminal progress is one line that changes, elsewhere a line for each page if `progress` is set. */
export function streamReporter(output: Output, options: { progress: boolean }): Reporter {
  const isTerminal = output.isTTY === true;
  let isLineOpen = false;
  const endProgress = (): void => {
    if (isLineOpen) output.write('\n');
    isLineOpen = false;
  };
  return {
    warn(message) {
      endProgress();
      output.write(`hamkhan-convert: ${message}\n`);
    },
    progress(done, total) {
      if (isTerminal) {
        output.write(`\rPage ${done} of ${total}`);
        isLineOpen = true;
      } else if (options.progress) output.write(`Page ${done} of ${total}\n`);
    },
    endProgress,
  };
}
