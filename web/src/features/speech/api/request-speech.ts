import { reprocessSpeechRoute } from '@hamkhan/contracts/routes/reprocessing';
import { callRoute } from '../../../shared/api/client.js';

/** Generates the audio of a page again (RDR-READER-67). */
export const requestSpeech = async (pageId: string): Promise<void> => {
  await callRoute(reprocessSpeechRoute, { params: { pageId }, ownErrors: true });
};
