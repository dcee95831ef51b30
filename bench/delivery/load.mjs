import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const CLOCK_TICKS = 100;

/** CPU seconds used by a process; null on systems without /proc. */
function processorSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
  } catch {
    return null;
  }
}

/**
 * Requests one path repeatedly on keep-alive connections, one request at a time on each, and checks that every response is 200.
 * It only counts bytes, so that it is faster than the servers it measures.
 *
 * @param {{ pid: number, port: number, path: string, headers: Record<string, string> }} target
 * @returns {Promise<{ perSecond: number, perProcessorSecond: number }>} responses per wall-clock second and per CPU second
 */
export async function load({ pid, port, path, headers }, { seconds, connections }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n`);
  const sockets = [];
  let answers = 0;
  let failure;

  const open = () =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let length = 0;
      let got = 0;
      socket.on('connect', () => {
        socket.write(request);
        resolve();
      });
      socket.on('error', reject);
      socket.on('data', (data) => {
        if (got === 0) length = lengthOf(data, (text) => (failure ??= new Error(`${path}: ${text}`)));
        got += data.length;
        if (got < length) return;
        got = 0;
        answers += 1;
        socket.write(request);
      });
      sockets.push(socket);
    });

  await Promise.all(Array.from({ length: connections }, open));
  await pause(200);
  const before = { answers, time: performance.now(), processor: processorSeconds(pid) };
  await pause(seconds * 1_000);
  const spent = (performance.now() - before.time) / 1_000;
  const done = answers - before.answers;
  const processor = processorSeconds(pid);
  for (const socket of sockets) socket.destroy();
  if (failure) throw failure;
  return {
    perSecond: done / spent,
    perProcessorSecond: processor === null ? done / spent : done / (processor - before.processor),
  };
}

/** Length of a response, headers and body, from its first chunk, which contains all headers. */
function lengthOf(data, fail) {
  const head = data.subarray(0, 4_096).toString('latin1');
  const end = head.indexOf('\r\n\r\n');
  const body = /content-length: (\d+)/i.exec(head)?.[1];
  if (end < 0 || body === undefined || !head.startsWith('HTTP/1.1 200')) {
    fail(`answered ${head.slice(0, Math.max(end, 80))}`);
    return Infinity;
  }
  return end + 4 + Number(body);
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
