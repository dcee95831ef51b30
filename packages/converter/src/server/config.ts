import { SANDBOX_MODES } from '@hamkhan/sandbox/sandbox-mode';
import { z } from 'zod';
import { SANDBOX_DEFAULTS } from '../sandbox/sandbox-defaults.js';

/** The environment of the sandbox server. It has no addresses and no secrets. */
export const Env = {
  SANDBOX_SOCKET: z
    .string()
    .min(1)
    .default('/run/converter/converter.sock')
    .describe('Socket to listen on, in a folder that is shared with the services.'),
  SANDBOX: z
    .enum(SANDBOX_MODES)
    .default('required')
    .describe('`required` refuses to start unless every layer of isolation holds, `available` warns.'),
  SANDBOX_JOBS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(6)
    .describe('Processes at once; further jobs are refused, and their services try again.'),
  CONVERTER_MEMORY_MB: z.coerce
    .number()
    .int()
    .min(64)
    .max(65_536)
    .default(SANDBOX_DEFAULTS.memoryMb)
    .describe('The most memory that a service may give a process, in megabytes.'),
  TESSDATA_DIR: z
    .string()
    .default(SANDBOX_DEFAULTS.ocr.dataDir)
    .describe('Folder of the Tesseract language data; the same path as in the pipeline worker.'),
};

/** The environment of this process, checked. */
export const parseEnv = () => z.object(Env).safeParse(process.env);
