import net from 'node:net';

/** Whether nobody listens on this loopback port, tried by listening there. */
export function isFree(port) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Whether nobody listens on any of these loopback ports. */
export async function areFree(ports) {
  return (await Promise.all(ports.map(isFree))).every(Boolean);
}

/** Whether something accepts connections at host:port. */
export function isListening(host, port, timeoutMs = 2000) {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: timeoutMs });
    const answer = (value) => {
      socket.destroy();
      resolve(value);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
    socket.once('timeout', () => answer(false));
  });
}

/**
 * The wished port if it is free, else the next free one above it that nobody here took either.
 *
 * @param {number} wished
 * @param {Set<number>} taken ports already given away in this run
 * @param {number[]} [offsets] the ports that must be free together, counted from the first: [0, 1000] for a service
 *   and its admin port
 */
export async function choosePort(wished, taken, offsets = [0]) {
  for (let port = wished; port + Math.max(...offsets) < 65536; port += 1) {
    const ports = offsets.map((offset) => port + offset);
    if (ports.some((one) => taken.has(one))) continue;
    for (const one of ports) taken.add(one);
    if (await areFree(ports)) return port;
  }
  throw new Error(`no free port from ${wished} on`);
}
