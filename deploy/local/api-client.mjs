/**
 * A minimal client of the public API, enough to add the sample book: CSRF cookie and header, bearer token, multipart
 * posts.
 *
 * @param {string} url the gateway
 */
export function apiClient(url) {
  let csrf = '';
  let token = '';

  const call = async (method, path, form) => {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      body: form,
      headers: {
        'accept-language': 'en',
        ...(csrf && { 'x-csrftoken': csrf, cookie: `csrftoken=${csrf}` }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      signal: AbortSignal.timeout(60_000),
    });
    for (const cookie of response.headers.getSetCookie()) {
      csrf = /^csrftoken=([^;]+)/.exec(cookie)?.[1] ?? csrf;
    }
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text.slice(0, 200)}`);
    return text ? JSON.parse(text) : {};
  };

  return {
    get: (path) => call('GET', path),
    post: (path, form = new FormData()) => call('POST', path, form),
    async signIn(username, password) {
      await call('GET', 'user/csrf/');
      const form = new FormData();
      form.set('username', username);
      form.set('password', password);
      ({ token } = await call('POST', 'user/login/', form));
    },
  };
}
