import type { SeededTexts } from './seeded-texts.js';

export const TERMS_OF_USE: SeededTexts = {
  fa: {
    title: 'شرایط استفاده',
    content: `
با ساختن حساب یا استفاده از هم‌خوان، این شرایط را می‌پذیرید. کوشیده‌ایم کوتاه و روشن باشد.

## حساب شما
- هر حساب از آن یک نفر است و با شمارهٔ موبایل خود او ساخته می‌شود.
- نگهداری از گذرواژه با شماست. اگر گمان می‌کنید کسی از آن خبر دارد، گذرواژه را عوض کنید و نشست‌های ناآشنا را ببندید.
- هر حساب می‌تواند هم‌زمان سه نشست فعال داشته باشد.

## آنچه بارگذاری می‌کنید
- تنها سندی را بفرستید که حق خواندن و ترجمهٔ آن را برای خود دارید. مسئولیت آن با شماست.
- سند شما از آن شما می‌ماند. تنها اجازه‌ای که به ما می‌دهید این است که آن را نگه داریم، به متن تبدیل و ترجمه کنیم و به خود شما نشان بدهیم.
- فایلی که برای آسیب زدن به سامانه یا به دیگران ساخته شده باشد، پاک می‌شود و حساب فرستنده ممکن است بسته شود.

## ترجمه
ترجمه را ماشین انجام می‌دهد و ممکن است نادرست یا ناقص باشد. آن را به‌جای مشاورهٔ پزشکی، حقوقی یا مالی به کار نبرید و پیش از هر تصمیم مهم، متن اصلی را ببینید.

## استفادهٔ درست
- محدودیت‌ها را دور نزنید: نه تعداد نشست‌ها، نه سقف حجم و شمار درخواست‌ها.
- سامانه را خودکار و بیش از اندازهٔ یک خواننده نخوانید.
- آنچه را با دیگران به اشتراک می‌گذارید، چنان انتخاب کنید که حق کسی پایمال نشود.

## پرداخت
اگر بخشی از هم‌خوان هزینه داشته باشد، بهای آن پیش از پرداخت و به تومان نشان داده می‌شود و بدون تأیید شما چیزی از حسابتان برداشته نمی‌شود.

## در دسترس بودن
می‌کوشیم هم‌خوان همیشه در دسترس باشد، ولی گاهی برای نگهداری یا به‌سبب خرابی از کار می‌افتد. از سندهای مهم نسخه‌ای نزد خود نگه دارید.

## پایان همکاری
هر زمان بخواهید می‌توانید درخواست کنید حسابتان بسته شود. ما نیز می‌توانیم حسابی را که این شرایط را زیر پا گذاشته است ببندیم؛ دلیلش را می‌گوییم.

## تغییر این شرایط
اگر این شرایط تغییر مهمی کند، پیش از اجرا در همین صفحه و هنگام ورود به شما خبر می‌دهیم.
`,
  },
  en: {
    title: 'Terms of use',
    content: `
By creating an account or using Hamkhan you accept these terms. We have tried to keep them short and clear.

## Your account
- An account belongs to one person and is made with that person's own mobile number.
- Keeping the password safe is up to you. If you think someone else knows it, change it and end the sessions you do not recognise.
- An account may have three active sessions at a time.

## What you upload
- Send only documents that you have the right to read and to have translated for yourself. You are responsible for them.
- Your document remains yours. The only permission you give us is to store it, turn it into text, translate it and show it to you.
- A file made to harm the system or other people is deleted, and the account it came from may be closed.

## The translation
The translation is made by a machine and may be wrong or incomplete. Do not use it in place of medical, legal or financial advice, and look at the original before any important decision.

## Fair use
- Do not work around the limits: neither the number of sessions, nor the limits on sizes and requests.
- Do not access the system automatically, or more than one reader would.
- Choose what you share with others so that nobody's rights are violated.

## Payment
If a part of Hamkhan costs money, its price is shown in Tomans before you pay, and nothing is charged without your confirmation.

## Availability
We try to keep Hamkhan available at all times, but maintenance or a failure may interrupt it. Keep a copy of documents that matter to you.

## Ending the agreement
You may ask at any time to have your account closed. We may close an account that breaks these terms; we will tell you why.

## Changes
If these terms change in an important way, we announce it on this page and at sign-in before the change takes effect.
`,
  },
};
