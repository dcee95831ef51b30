import { describe, expect, it } from '@jest/globals';
import { safeDrawing } from './safe-drawing.js';

const cleaned = (svg: string): string | null => safeDrawing(Buffer.from(svg))?.toString('utf8') ?? null;

describe('safeDrawing', () => {
  it('keeps shapes and removes scripts, event handlers and references', () => {
    const hostile = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script>
      <image href="https://evil.example/a.png"/><foreignObject><b>x</b></foreignObject>
      <a href="javascript:alert(1)"><path d="M0 0h9" onclick="alert(1)" fill="url(https://evil.example)"/></a>
      <use href="https://evil.example/b.svg#a"/><rect width="9" height="9"/></svg>`;
    const drawing = cleaned(hostile);
    expect(drawing).toContain('<rect width="9" height="9">');
    expect(drawing).not.toMatch(/script|alert|onload|onclick|evil|javascript|foreignObject|image/i);
  });

  it('returns null for a file that draws nothing', () => {
    expect(cleaned('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')).toBeNull();
    expect(cleaned('no drawing')).toBeNull();
  });
});
