/** Programs that serve local models through OpenAI's API, with their default ports. */
const USUAL_SERVERS = [
  { name: 'Ollama', port: 11434 },
  { name: 'LM Studio', port: 1234 },
];
const TIMEOUT_MS = 700;
const NO_CHAT = /embed|rerank|whisper|tts|clip|bge-|minilm/i;

/**
 * Looks for a model server on this machine, so that a user who runs one has nothing to configure. Does nothing when a translator is
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

/** Names of the chat models; none when the port is closed or belongs to another program. */
async function modelsOf(url) {
  try {
    const response = await fetch(`${url}/models`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { data } = response.ok ? await response.json() : {};
    const names = Array.isArray(data) ? data.map((model) => model?.id) : [];
    return names.filter((name) => typeof name === 'string' && name && !NO_CHAT.test(name));
  } catch {
    return [];
  }
}

/** The largest by the size in its name («llama3.1:70b»); the first when no name has one. */
function largest(names) {
  const billions = (name) => Number(/(?:^|[^\d.])(\d+(?:\.\d+)?)b(?![a-z])/i.exec(name)?.[1] ?? 0);
  return names.toSorted((a, b) => billions(b) - billions(a))[0];
}
