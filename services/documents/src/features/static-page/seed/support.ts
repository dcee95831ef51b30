import type { SeededTexts } from './seeded-texts.js';

/** The address uses a reserved domain (RFC 2606); operators replace it with their own. */
export const SUPPORT: SeededTexts = {
  fa: {
    title: 'پشتیبانی',
    content: `
اگر چیزی درست کار نمی‌کند یا پرسشی دارید که در [راهنما](/page/help/) پاسخش نیست، به ما بنویسید:

[support@hamkhan.example](mailto:support@hamkhan.example)

## چه بنویسید تا زودتر به نتیجه برسیم
- چه می‌خواستید بکنید و چه شد؟
- اگر پیام خطایی دیدید که «شناسهٔ خطا» داشت، همان شناسه را بفرستید؛ با آن می‌توانیم دقیقاً همان رخداد را پیدا کنیم.
- اگر موضوع دربارهٔ یک سند است، نام سند و شمارهٔ صفحه را بنویسید. خود فایل را نفرستید.
- اگر وارد حساب نمی‌شوید، شمارهٔ موبایلی را که با آن ثبت‌نام کرده‌اید بنویسید.

گذرواژه و کد پیامکی را برای هیچ‌کس نفرستید؛ ما هرگز آن‌ها را نمی‌پرسیم.

## چند مشکل رایج
### کد پیامکی نمی‌رسد
دو دقیقه صبر کنید و دوباره درخواست بدهید. در یک روز تنها چند کد به هر شماره فرستاده می‌شود. اگر پیامک‌های تبلیغاتی را بسته‌اید، شاید این پیامک هم بسته شده باشد.

### نمی‌توانم وارد شوم
گذرواژه را از [بازیابی گذرواژه](/user/forgot/password/) عوض کنید. پس از چند تلاش نادرست، ورود برای چند دقیقه بسته می‌شود.

### سندم ناموفق شد
دلیل آن در کتابخانه، کنار همان سند نوشته شده است. بیشتر وقت‌ها فایل رمز دارد یا ناقص دریافت شده است.
`,
  },
  en: {
    title: 'Support',
    content: `
If something does not work, or you have a question that the [help page](/page/help/) does not answer, write to us:

[support@hamkhan.example](mailto:support@hamkhan.example)

## What to include
- What did you want to do, and what happened?
- If you saw an error with an “error id”, send us that id, so that we can find out what happened.
- If it is about a document, give its name and the page number. Do not send the file itself.
- If you cannot sign in, give the mobile number you registered with.

Never send anyone your password or a code from a text message; we never ask for them.

## Common problems
### The code does not arrive
Wait two minutes and ask for another one. Only a few codes are sent to a number in one day. If you have blocked promotional messages, this one may be blocked as well.

### I cannot sign in
Change your password with [forgot password](/user/forgot/password/). After several wrong attempts, sign-in is locked for a few minutes.

### My document failed
Your library shows the reason beside the document. Most often the file has a password or is incomplete.
`,
  },
};
