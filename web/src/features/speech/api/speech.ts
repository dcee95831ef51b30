import { z } from 'zod';
import { apiPost } from '../../../shared/api/client.js';

const Done = z.object({ status: z.literal('success') });

/** Has the audio of a page made again (RDR-READER-67). */
export const requestSpeech = async (pageId: string): Promise<void> => {
  await apiPost(`document/page/${pageId}/reprocess-tts/`, Done, {}, { ownErrors: true });
};
