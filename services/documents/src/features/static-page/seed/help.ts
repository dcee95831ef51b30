import type { SeededTexts } from './seeded-texts.js';

export const HELP: SeededTexts = {
  fa: {
    title: 'راهنما',
    content: `
## شروع کار
1. با شمارهٔ موبایل [ثبت‌نام کنید](/user/register/) یا [وارد شوید](/user/login/).
2. از «افزودن سند» فایل خود را بفرستید و زبان آن را انتخاب کنید.
3. سند در [کتابخانهٔ شما](/user/documents/) پیدا می‌شود. همین که صفحهٔ اول آماده شد، می‌توانید بازش کنید.

## چه فایلی بفرستم؟
PDF،\u200f EPUB یا DJVU، تا ۲۰۰ مگابایت و ۲۰۰۰ صفحه. اگر از یک کتاب چند نسخه دارید، EPUB معمولاً بهترین نتیجه را می‌دهد و پس از آن، PDF با متنِ قابل انتخاب. اسکن هم خوانده می‌شود، به شرط آنکه صاف و خوانا باشد. فایل رمزدار باز نمی‌شود؛ پیش از فرستادن، رمزش را بردارید.

## چقدر طول می‌کشد؟
صفحهٔ اول معمولاً کمتر از یک دقیقه. بقیه به ترتیب می‌رسند و هر صفحه‌ای که باز کنید جلو می‌افتد؛ پس اگر از میانهٔ کتاب شروع می‌کنید، همان‌جا را باز کنید. لازم نیست صفحه را باز نگه دارید: کار در سرور ادامه پیدا می‌کند.

## خواندن
- متن را از بالای صفحه (در گوشی، از پایین) عوض کنید: متن اصلی، ترجمهٔ ۱، ترجمهٔ ۲.
- با کلیدهای جهت‌دار یا دکمه‌های نوار، ورق بزنید؛ شمارهٔ صفحه را هم می‌توانید مستقیم بنویسید، با رقم فارسی یا انگلیسی.
- زبان و پوستهٔ روشن یا تیره را از نشانهٔ کرهٔ زمین عوض کنید.

## قفسه‌ها
سندهایتان را در قفسه‌ها بچینید. هر سند روی یک قفسه است و اگر قفسه‌ای را حذف کنید، سندهایش به قفسهٔ عمومی برمی‌گردند. قفسه را می‌توانید همگانی کنید و پیوندش را به دیگران بدهید؛ سندهای خصوصی شما در قفسهٔ همگانی دیده نمی‌شوند.

## نشست‌ها
با یک حساب می‌توانید هم‌زمان در سه دستگاه باشید. اگر در دستگاه چهارمی وارد شوید، باید یکی از [نشست‌های فعال](/manage-sessions) را ببندید.

## وضعیت سند یعنی چه؟
- **در صف:** هنوز نوبت آن نرسیده است.
- **در حال ترجمه:** صفحه‌های آماده را می‌توانید بخوانید.
- **در انتظار مترجم:** متن خوانده شده و موتور ترجمه فعلاً در دسترس نیست؛ متن اصلی را می‌توانید بخوانید.
- **ناموفق:** دلیلش کنار سند نوشته شده است، با کاری که می‌شود کرد.

پاسخ پرسش خود را پیدا نکردید؟ به [پشتیبانی](/page/support/) بنویسید.
`,
  },
  en: {
    title: 'Help',
    content: `
## Getting started
1. [Join](/user/register/) with your mobile number, or [sign in](/user/login/).
2. Choose “Add document”, send your file and say which language it is in.
3. The document appears in [your library](/user/documents/). You can open it as soon as its first page is ready.

## Which file should I send?
PDF, EPUB or DJVU, up to 200 MB and 2,000 pages. If you have a book in several forms, EPUB usually gives the best result, then a PDF whose text can be selected. Scans work too, as long as they are straight and legible. Files protected by a password cannot be opened; remove the password first.

## How long does it take?
The first page usually takes less than a minute. The others follow in order, and the page you open goes first; so if you begin in the middle of a book, open it there. You do not need to keep the page open: processing continues on the server.

## Reading
- Choose the text at the top of the page (at the bottom on a phone): original, translation 1, translation 2.
- Turn pages with the arrow keys or the buttons; a page number can also be typed, in Persian or English digits.
- Change the language and the light or dark theme behind the globe.

## Shelves
Arrange your documents on shelves. A document is on one shelf; when a shelf is deleted, its documents go back to the general shelf. You can make a shelf public and give its link to others; your private documents do not show on a public shelf.

## Sessions
One account can be used on three devices at once. When a fourth signs in, one of the [active sessions](/manage-sessions) has to be ended.

## What does the status of a document mean?
- **In queue:** its turn has not come yet.
- **Translating:** the pages that are ready can be read.
- **Waiting for a translator:** the text is extracted, but no translation engine is available at the moment; you can read the original.
- **Failed:** the reason and what you can do are shown beside the document.

Not what you were looking for? Write to [support](/page/support/).
`,
  },
};
