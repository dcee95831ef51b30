import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { prepareSandbox, type Sandbox } from '../../src/launch/sandbox.js';
import { SandboxSource } from '../../src/launch/sandbox-source.js';
import { PictureDecoder } from '../../src/pictures/picture-decoder.js';
import { SandboxUnavailableError } from '../../src/process/sandbox-error.js';
import type { ProcessRequest } from '../../src/process/sandbox-process.js';
import { RemoteIsolation } from '../../src/remote/remote-isolation.js';

const ATTACK = fileURLToPath(new URL('./hostile/attack.mjs', import.meta.url));
const OPTIONS = { side: 100, quality: 80 };

describe('PictureDecoder', () => {
  let sandbox: Sandbox;
  let decoder: PictureDecoder;
  const requests: ProcessRequest[] = [];

  beforeAll(async () => {
    const { isolation, ...report } = await prepareSandbox('available');
    const start = (request: ProcessRequest) => {
      requests.push(request);
      return isolation.start(request);
    };
    sandbox = { ...report, isolation: { name: isolation.name, start } };
    decoder = new PictureDecoder(SandboxSource.of(sandbox));
  });

  it.each(['image/png', 'image/jpeg', 'image/webp'] as const)(
    'gives the centre square of a %s, from a process of the sandbox',
    async (type) => {
      const canvas = createCanvas(300, 200);
      const context = canvas.getContext('2d');
      context.fillStyle = '#ff0000';
      context.fillRect(50, 0, 200, 200);
      const before = requests.length;
      const square = await decoder.centreSquare(canvas.toBuffer(type as 'image/png'), OPTIONS);
      expect(requests.slice(before).map(({ program }) => program.name)).toEqual(['pictures']);
      const image = await loadImage(square ?? Buffer.alloc(0));
      expect([image.width, image.height]).toEqual([100, 100]);
      const target = createCanvas(100, 100).getContext('2d');
      target.drawImage(image, 0, 0);
      const corner = [...target.getImageData(2, 50, 1, 1).data];
      expect(corner[0]).toBeGreaterThan(200);
      expect(corner[1]).toBeLessThan(60);
    },
  );

  it('gives nothing for a file that is no picture, or ends early', async () => {
    const png = createCanvas(300, 200).toBuffer('image/png');
    expect(await decoder.centreSquare(Buffer.from('text'), OPTIONS)).toBeNull();
    expect(await decoder.centreSquare(png.subarray(0, 60), OPTIONS)).toBeNull();
  });

  it('tells whether a picture can be decoded, also of one that crashes the decoder', async () => {
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    expect(await decoder.canDecode(gif)).toBe(true);
    expect(await decoder.canDecode(Buffer.from('GIF89a\u0001\0\u0001\0', 'latin1'))).toBe(false);
    expect(await decoder.canDecode(Buffer.from('text'))).toBe(false);
  });

  it.each(['huge-message', 'noise', 'endless-messages', 'own-environment'])(
    'gives nothing when a picture has taken over the process: %s',
    async (attack) => {
      const start = (request: ProcessRequest) =>
        sandbox.isolation.start({ ...request, program: { name: 'attack', entry: ATTACK }, args: [attack] });
      const hostile = new PictureDecoder(
        SandboxSource.of({ ...sandbox, isolation: { name: 'hostile', start } }),
      );
      expect(await hostile.centreSquare(Buffer.from('picture'), OPTIONS)).toBeNull();
      expect(await hostile.canDecode(Buffer.from('picture'))).toBe(false);
    },
  );

  it('throws when no process can be started, and leaves no picture behind', async () => {
    const away = new PictureDecoder(
      SandboxSource.of({ ...sandbox, isolation: new RemoteIsolation('/no/such/socket') }),
    );
    await expect(away.centreSquare(Buffer.from('x'), OPTIONS)).rejects.toThrow(SandboxUnavailableError);
    const left = readdirSync(tmpdir()).filter((name) => name.startsWith(`hamkhan-sandbox-${process.pid}-`));
    expect(left).toEqual([]);
  });
});
