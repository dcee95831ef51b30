/** Exit codes of the command; `--help` and the README list them. */
export const EXIT = {
  ok: 0,
  /** A fault of this program or of the disk. */
  internalError: 1,
  /** Wrong arguments, a missing file, or pages that the document doesn't have. */
  usage: 2,
  /** The document can't be read: encrypted, damaged, of another type, too large. */
  documentRefused: 3,
  /** The output is written, but some pages are missing from it. */
  pagesFailed: 4,
  /** `--isolation required`, but a layer of the sandbox is missing. */
  sandboxMissing: 5,
  /** Ctrl-C, by the convention 128 + signal number. */
  interrupted: 130,
  terminated: 143,
} as const;
