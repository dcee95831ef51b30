import type { SeededTexts } from './seeded-texts.js';

export const PRIVACY: SeededTexts = {
  fa: {
    title: 'حریم خصوصی',
    content: `
اینجا نوشته‌ایم چه چیزی از شما نگه می‌داریم، برای چه، و چه کسی آن را می‌بیند.

## چه چیزی نگه می‌داریم
- **حساب:** شمارهٔ موبایل، نام و نام خانوادگی، زبان و تصویری که خودتان می‌گذارید. گذرواژه هرگز به شکل خوانا ذخیره نمی‌شود.
- **نشست‌ها:** نوع مرورگر و دستگاه، نشانی اینترنتی و زمان ورود، تا ببینید چه کسی با حساب شما وارد شده است.
- **سندها:** فایلی که می‌فرستید، متن و تصویرهای آن و ترجمه‌ها.
- **خواندن شما:** صفحه‌ای که در آن هستید، قفسه‌ها و یادداشت‌ها.

## چه کسی می‌بیند
سند، یادداشت و قفسهٔ شما خصوصی است مگر خودتان آن را همگانی کنید. کارکنان ما سندها را نمی‌خوانند؛ تنها برای رسیدگی به درخواست پشتیبانی، و تا اندازه‌ای که لازم باشد، به آن نگاه می‌کنند. هر بار که یکی از مدیران به‌جای شما وارد حساب شود، ثبت می‌شود.

## ترجمه چگونه انجام می‌شود
متن صفحه‌ها برای ترجمه به موتور ترجمه فرستاده می‌شود؛ بدون نام و شمارهٔ شما. فایل اصلی برای هیچ‌کس بیرون از هم‌خوان فرستاده نمی‌شود.

## در مرورگر شما
برای آنکه وارد بمانید و زبان و پوستهٔ دلخواهتان به یاد بماند، چند مقدار کوچک در مرورگر شما ذخیره می‌شود. ردیاب تبلیغاتی نداریم.

## چه مدت
سندها و یادداشت‌ها تا زمانی می‌مانند که پاکشان کنید یا حسابتان را ببندید. کدهای پیامکی پس از چند دقیقه و گزارش‌های فنی پس از مدتی کوتاه پاک می‌شوند.

## حق شما
در [حساب کاربری](/user/profile/) می‌توانید نسخه‌ای از داده‌هایتان بگیرید، آن‌ها را درست کنید یا حسابتان را پاک کنید. برای هر کار دیگر به [پشتیبانی](/page/support/) بنویسید.
`,
  },
  en: {
    title: 'Privacy',
    content: `
This page explains what we store about you, why, and who can see it.

## What we store
- **Your account:** mobile number, first and last name, language and the picture you choose. Your password is never stored in readable form.
- **Your sessions:** the kind of browser and device, the network address and the time of sign-in, so that you can see who has used your account.
- **Your documents:** the file you send, its text and pictures, and the translations.
- **Your reading:** the page you are on, your shelves and your notes.

## Who can see it
Your documents, notes and shelves are private unless you make them public. Our staff do not read documents; they open one only to answer a support request, and only as far as needed. Every time an administrator uses your account on your behalf, it is recorded.

## How translation works
The text of the pages is sent to a translation engine, without your name or number. The file itself never leaves Hamkhan.

## In your browser
To keep you signed in and to remember your language and theme, a few small values are stored in your browser. There are no advertising trackers.

## How long we keep it
Documents and notes stay until you delete them or close your account. Codes sent by text message are deleted after minutes, technical logs after a short time.

## Your rights
In [your profile](/user/profile/) you can download a copy of your data, correct it, and delete your account. For everything else, write to [support](/page/support/).
`,
  },
};
