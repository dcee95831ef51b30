/** Programs that serve models on one's own machine with OpenAI's interface, on the port each takes when not told otherwise. */
const USUAL_SERVERS = [
  { name: 'Ollama', port: 11434 },
  { name: 'LM Studio', port: 1234 },
];
const PATIENCE_MS = 700;
const NO_CHAT = /embed|rerank|whisper|tts|clip|bge-|minilm/i;

/**
 * Looks for a model server on this machine, so that a person who runs one has nothing to set. Asks only where no translator is
 * configured.
 *
 * @param {Record<string, string | undefined>} env
 * @param {{ name: string, port: number }[]} servers
 * @returns {Promise<{ name: string, model: string, env: Record<string, string> } | null>} what to set for the services
 */
export async function findLocalModelServer(env, servers = USUAL_SERVERS) {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OFFLINE_MODEL_DIR, HAMKHAN_LOCAL_MODELS } = env;
  if (OPENAI_API_KEY || OPENAI_BASE_URL || OFFLINE_MODEL_DIR || HAMKHAN_LOCAL_MODELS === 'off') return null;
  for (const { name, port } of servers) {
    const url = `http://127.0.0.1:${port}/v1`;
    const model = largest(await modelsOf(url));
    if (!model) continue;
    const { OPENAI_MODEL_LEVEL1 = model, OPENAI_MODEL_LEVEL2 = model } = env;
    return { name, model, env: { OPENAI_BASE_URL: url, OPENAI_MODEL_LEVEL1, OPENAI_MODEL_LEVEL2 } };
  }
  return null;
}

/** Names of the models that can write; none where nobody answers, or somebody else does. */
async function modelsOf(url) {
  try {
    const response = await fetch(`${url}/models`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const { data } = response.ok ? await response.json() : {};
    const names = Array.isArray(data) ? data.map((model) => model?.id) : [];
    return names.filter((name) => typeof name === 'string' && name && !NO_CHAT.test(name));
  } catch {
    return [];
  }
}

/** By the size that names of models tell («llama3.1:70b»); the first where none does. */
function largest(names) {
  const billions = (name) => Number(/(?:^|[^\d.])(\d+(?:\.\d+)?)b(?![a-z])/i.exec(name)?.[1] ?? 0);
  return names.toSorted((a, b) => billions(b) - billions(a))[0];
}
