/**
 * Text for the start: which translator is used, or how to configure one.
 *
 * @param {Record<string, string | undefined>} env
 * @param {{ name: string, model: string } | null} local the model server that was found on this machine
 */
export function translatorText({ OPENAI_API_KEY, OPENAI_BASE_URL, OFFLINE_MODEL_DIR }, local = null) {
  if (local) {
    return `Translator: ${local.name} on this machine, with ${local.model}. Set OPENAI_MODEL_LEVEL1 and
OPENAI_MODEL_LEVEL2 for other models, or HAMKHAN_LOCAL_MODELS=off to do without it.`;
  }
  if (OPENAI_API_KEY || OPENAI_BASE_URL) {
    return `Translator: ${OPENAI_BASE_URL ? withoutCredentials(OPENAI_BASE_URL) : 'OpenAI'}.`;
  }
  if (OFFLINE_MODEL_DIR) return `Translator: offline, models in ${OFFLINE_MODEL_DIR}.`;
  return `No translator is configured: books are converted and read in the original, and their pages wait for a
translation. Only the sample book, which came with its translation memory, is translated.
Set OPENAI_API_KEY, or OPENAI_BASE_URL for a compatible server, or OFFLINE_MODEL_DIR for a
folder of offline models, and start again.`;
}

function withoutCredentials(address) {
  try {
    return new URL(address).host;
  } catch {
    return 'at the address in OPENAI_BASE_URL, which is not a valid one';
  }
}
