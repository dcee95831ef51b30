import net from 'node:net';

/** Whether this loopback port is free; it tries to listen on it. */
export function isFree(port) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Whether all of these loopback ports are free. */
export async function areFree(ports) {
  return (await Promise.all(ports.map(isFree))).every(Boolean);
}

/** Whether something accepts connections at host:port. */
export function isListening(host, port, timeoutMs = 2000) {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: timeoutMs });
    const finish = (value) => {
      socket.destroy();
      resolve(value);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
    socket.once('timeout', () => finish(false));
  });
}

/**
 * The preferred port if it is free, else the next free one above it that this run has not given out.
 *
 * @param {number} preferred
 * @param {Set<number>} taken ports already given away in this run
 * @param {number[]} [offsets] the ports that must be free together, counted from the first: [0, 1000] for a service
 *   and its admin port
 */
export async function choosePort(preferred, taken, offsets = [0]) {
  for (let port = preferred; port + Math.max(...offsets) < 65536; port += 1) {
    const ports = offsets.map((offset) => port + offset);
    if (ports.some((one) => taken.has(one))) continue;
    for (const one of ports) taken.add(one);
    if (await areFree(ports)) return port;
  }
  throw new Error(`no free port from ${preferred} on`);
}
