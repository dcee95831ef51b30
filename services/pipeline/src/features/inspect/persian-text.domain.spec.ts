import { describe, expect, it } from '@jest/globals';
import { isPersian } from './persian-text.domain.js';

const persian =
  'این کتاب برای کسانی نوشته شده است که می‌خواهند با تاریخ علم آشنا شوند. نویسنده در آن از زندگی دانشمندان می‌گوید و نشان می‌دهد که چگونه هر کشف تازه راه را برای پرسش‌های بعدی باز کرده است. خواننده با خود می‌اندیشد که دانش چیزی نیست که یک بار برای همیشه به دست آید. ';
const arabic =
  'هذا الكتاب موجه إلى القراء الذين يريدون أن يتعرفوا على تاريخ العلوم، ويحكي فيه المؤلف عن حياة العلماء، ويبين كيف فتح كل اكتشاف جديد الطريق أمام أسئلة أخرى، وكيف أن المعرفة ليست شيئا يدرك مرة واحدة إلى الأبد بل هي طريق طويل لا ينتهي عند أحد من الناس في هذا العالم الواسع. ';

describe('isPersian', () => {
  it('accepts Persian prose', () => expect(isPersian(persian.repeat(2))).toBe(true));
  it('rejects Arabic', () => expect(isPersian(arabic.repeat(2))).toBe(false));
  it('rejects English with a Persian quotation', () =>
    expect(isPersian(`${'The history of science is long. '.repeat(20)}${persian}`)).toBe(false));
  it('rejects a few words', () => expect(isPersian('این کتاب است')).toBe(false));
});
