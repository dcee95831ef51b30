import type { SeededTexts } from './seeded-texts.js';

export const ABOUT: SeededTexts = {
  fa: {
    title: 'دربارهٔ هم‌خوان',
    content: `
هم‌خوان جایی است برای خواندن کتاب و مقاله‌ای که به فارسی ترجمه نشده است. فایل را می‌فرستید، صفحه‌ها یکی‌یکی ترجمه می‌شوند و شما از همان دقیقه‌های اول، ترجمه را کنار متن اصلی می‌خوانید.

## چرا هم‌خوان
خیلی از کتاب‌های خوب هیچ‌وقت به فارسی درنمی‌آیند؛ یا سال‌ها بعد درمی‌آیند. کسی که امروز برای درس یا کار یا کنجکاوی به آن‌ها نیاز دارد، نمی‌تواند منتظر بماند. ما خواسته‌ایم فاصلهٔ «این کتاب را پیدا کردم» تا «دارم آن را می‌خوانم» چند دقیقه باشد.

## چه می‌کند
- فایل‌های PDF،\u200f EPUB و DJVU را می‌خواند؛ اسکن‌شده‌ها را هم.
- از انگلیسی، آلمانی، چینی، روسی، اسپانیایی، فرانسوی، عربی، پرتغالی و عبری ترجمه می‌کند.
- هر صفحه دو بار ترجمه می‌شود: یک پیش‌نویس سریع، و سپس نسخه‌ای که با واژه‌نامهٔ همان کتاب و صفحه‌های پیش و پس آن سنجیده شده است.
- جدول، فرمول، تصویر و کد سر جای خود می‌مانند و متن اصلی همیشه یک اشاره آن‌طرف‌تر است.

## چه نمی‌کند
ترجمهٔ ماشین جای مترجم خوب را نمی‌گیرد. جمله‌ای که در آن تردید دارید، کنارش اصلش را ببینید. هم‌خوان برای فهمیدن و پیش رفتن است؛ برای نقل‌قول رسمی، به متن اصلی یا ترجمهٔ منتشرشده تکیه کنید.

## سندهای شما
هرچه بارگذاری کنید خصوصی است و جز خودتان کسی آن را نمی‌بیند. جزئیات در صفحهٔ [حریم خصوصی](/page/privacy/) آمده است. پرسشی دارید؟ [راهنما](/page/help/) را ببینید یا به [پشتیبانی](/page/support/) بنویسید.
`,
  },
  en: {
    title: 'About Hamkhan',
    content: `
Hamkhan is a place to read books and articles that have not been translated into Persian. You send the file, its pages are translated one by one, and within minutes you read the translation beside the original.

## Why
Many good books never appear in Persian, or appear years too late. If you need one today, for study, for work or out of curiosity, you cannot wait. We want the way from “I found this book” to “I am reading it” to take minutes.

## What it does
- It reads PDF, EPUB and DJVU files, scanned ones included.
- It translates from English, German, Chinese, Russian, Spanish, French, Arabic, Portuguese and Hebrew.
- Every page is translated twice: a quick draft first, then a version checked against the glossary of that book and the pages around it.
- Tables, formulas, pictures and code keep their places, and the original is always one tap away.

## What it does not do
Machine translation does not replace a good translator. When a sentence seems doubtful, look at the original beside it. Hamkhan is for understanding and moving on; for a formal quotation rely on the original or on a published translation.

## Your documents
Everything you upload is private; only you can see it. The [privacy page](/page/privacy/) has the details. Questions? See the [help page](/page/help/) or write to [support](/page/support/).
`,
  },
};
