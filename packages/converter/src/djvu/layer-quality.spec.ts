import { describe, expect, it } from '@jest/globals';
import { judgeLayer, wordLikeShare } from './layer-quality.js';

describe('judgeLayer', () => {
  it.each([
    ['en', 'The lighthouse stands on a rock at the mouth of the river; in 1913 it burned.'],
    ['fr', "Chantons le Consul des Français : il prépara ce jour de fête, et sous l'olivier…"],
    ['ru', 'Маяк стоит на скале в устье реки. Каждый вечер смотритель поднимается наверх.'],
    ['ar', 'المنارة تقف على صخرة عند مصب النهر وكل مساء يصعد الحارس الدرج الضيق'],
    ['he', 'המגדלור עומד על סלע בשפך הנהר וכל ערב השומר עולה במדרגות הצרות'],
    ['zh', '灯塔矗立在河口的岩石上。每天晚上，看守人都会爬上狭窄的楼梯，点燃灯火。'],
  ] as const)('accepts a good layer in %s', (language, text) => {
    expect(judgeLayer(text, language)).toBe('text');
  });

  it('rates a badly recognised layer as poor', () => {
    expect(
      judgeLayer(
        'l ■ 3Vi i k i s tïlé s de P a tr t qxCw Tàll3yràJyd » h rave s c^dEvant Z> £ f. Sfojffi ■',
        'fr',
      ),
    ).toBe('poor');
  });

  it('rates a stamp or text in the wrong script as none', () => {
    expect(judgeLayer('Source', 'fr')).toBe('none');
    expect(
      judgeLayer(
        'Ìàÿê ñòîèò íà ñêàëå â óñòüå ðåêè. Êàæäûé âå÷åð ñìîòðèòåëü ïîäíèìàåòñÿ íàâåðõ è çàæèãàåò ëàìïó äëÿ êîðàáëåé',
        'ru',
      ),
    ).toBe('none');
  });

  it('weights words by their length', () => {
    expect(wordLikeShare('')).toBe(0);
    expect(wordLikeShare('lighthouse q')).toBeGreaterThan(0.8);
    expect(wordLikeShare('lighthouse 3Vi')).toBeLessThan(0.8);
  });
});
